"""Read the judge's question and never answer."""

import time

from tools import write_instead

write_instead(lambda link, request: time.sleep(60))

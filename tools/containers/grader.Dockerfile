# What grades a course, without a course. In the top folder of the repository:
#   docker build --file tools/containers/grader.Dockerfile --tag autograd-grader .
# packages/nbjudge/docs/use-nbjudge.md says how to start it: the sandbox of submissions needs more than
# a container usually may.
FROM python:3.11-slim-bookworm
ARG PIP_EXTRA_INDEX_URL=
RUN apt-get update \
    && apt-get install --yes --no-install-recommends bubblewrap graphviz libseccomp2 \
    && rm -rf /var/lib/apt/lists/*
RUN pip install --no-cache-dir torch==2.13.0
WORKDIR /tmp/install
COPY requirements.txt .
COPY packages packages
RUN pip install --no-cache-dir --requirement requirements.txt ./packages/nbisolate './packages/nbjudge[report]' \
    && rm -rf packages
WORKDIR /course
CMD ["bash"]

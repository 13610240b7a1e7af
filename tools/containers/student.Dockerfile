# The notebooks in JupyterLab, as students get them. In the top folder of the repository:
#   docker build --file tools/containers/student.Dockerfile --tag autograd-student .
#   docker run --rm --publish 127.0.0.1:8888:8888 autograd-student
# With --build-arg PIP_EXTRA_INDEX_URL=..., the CPU index of PyTorch's installation page, the image is
# gigabytes smaller.
FROM python:3.11-slim-bookworm AS release
WORKDIR /course
COPY release release
COPY tools/students tools/students
COPY binder binder
RUN binder/only_release

FROM python:3.11-slim-bookworm
ARG PIP_EXTRA_INDEX_URL=
WORKDIR /tmp/install
RUN pip install --no-cache-dir torch==2.13.0
COPY requirements.txt .
COPY packages packages
RUN apt-get update \
    && apt-get install --yes --no-install-recommends graphviz \
    && rm -rf /var/lib/apt/lists/* \
    && pip install --no-cache-dir --requirement requirements.txt ./packages/nbisolate ./packages/nbjudge \
    && rm -rf packages
RUN useradd --create-home --uid 1000 student
COPY --from=release --chown=student:student /course /home/student
USER student
WORKDIR /home/student
EXPOSE 8888
CMD ["jupyter", "lab", "--ip=0.0.0.0", "--no-browser"]

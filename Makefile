# Two commands do everything on a fresh Debian 12 with a Swift 6 toolchain: `make demo` and `make test`.

# What the build needs from Debian. OpenCV module by module: libopencv-dev would bring GDAL and 40 packages more.
PACKAGES = libopencv-objdetect-dev libopencv-dnn-dev opencv-data libjpeg62-turbo-dev nettle-dev zlib1g-dev
PREFIX ?= /usr/local
DEMO = demo-output
# The Swift libraries are linked in, so that the command runs where no toolchain is installed.
RELEASE = swift build -c release --static-swift-stdlib --product faceblur

.PHONY: setup build demo pictures test lint install clean

## Install the packages that are missing; says so, and needs no network where none is.
setup:
	@missing=""; \
	for package in $(PACKAGES); do \
	  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "Installing$$missing"; \
	  if [ "$$(id -u)" -eq 0 ]; then sudo=""; else sudo="sudo"; fi; \
	  $$sudo apt-get update -qq && \
	  $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi

## Build the command for use.
build: setup
	$(RELEASE)

## Blur the portrait that ships with the project and say where the results are.
demo: build
	@mkdir -p $(DEMO)
	@cp Tests/TestSupport/Photos/astronaut.jpg $(DEMO)/portrait.jpg
	@$$($(RELEASE) --show-bin-path)/faceblur blur $(DEMO)/portrait.jpg --overlay $(DEMO) --preview $(DEMO)
	@$$($(RELEASE) --show-bin-path)/faceblur show $(DEMO)/portrait.jpg

## Make the README's pictures anew.
pictures: demo
	cp $(DEMO)/portrait.jpg Documentation/before.jpg
	cp $(DEMO)/portrait_edited.jpg Documentation/after.jpg
	cp $(DEMO)/portrait_overlay.jpg Documentation/overlay.jpg

## Run every test.
test: setup
	swift build --build-tests
	swift test --skip-build

## Check the formatting.
lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests

## Put the command and its models where it finds them from any folder.
install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/faceblur/models
	install -m 755 "$$($(RELEASE) --show-bin-path)/faceblur" $(DESTDIR)$(PREFIX)/bin/faceblur
	install -m 644 models/*.onnx $(DESTDIR)$(PREFIX)/share/faceblur/models/

clean:
	rm -rf .build $(DEMO)

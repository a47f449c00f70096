# Two commands do everything on a fresh Debian 12 with a Swift 6 toolchain: `make demo` and `make test`.

# What the build needs from Debian. OpenCV module by module: libopencv-dev would bring GDAL and 40 packages more.
PACKAGES = libopencv-objdetect-dev libopencv-dnn-dev opencv-data libjpeg62-turbo-dev liblcms2-dev nettle-dev libsqlite3-dev zlib1g-dev libdeflate-dev libde265-dev libx265-dev libwebp-dev libdav1d-dev libaom-dev libjxl-dev libavcodec-dev libavutil-dev libseccomp-dev libmicrohttpd-dev
# What the tests need besides: a JPEG decoder that shares no code with libjpeg, a PNG decoder, what reads HEICs, a browser, what
# checks manual pages, shells, and what films are made with.
TEST_PACKAGES = ffmpeg libstb-dev libpng-dev libtiff-dev libavcodec-dev libheif-dev libimage-exiftool-perl python3-pip chromium fonts-liberation mandoc zsh fish
# Other people's readers of .AAE files, and what drives a browser, of known versions; the tests that ask them are skipped where they
# are missing.
PEERS = .build/peers
PREFIX ?= /usr/local
# What makes the Debian packages, and what tries them in a clean Debian.
PACKAGING = dpkg-dev
PACKAGING_TEST = lintian mmdebstrap
DEB = .build/deb
# Packages can be made of a release build that is there already: make deb PROGRAMS=folder.
PROGRAMS ?=
IMAGE ?= localhost/faceblur
DEMO = demo-output
# The tool that draws the styles side by side sees what is internal, as tests do.
STYLES = swift build --package-path Benchmarks -c release -Xswiftc -enable-testing --product pictures
# A mark that is reckoned from where it was built, too, is left out: packages are the same wherever they are made.
NO_ID = -Xlinker --build-id=none
# The Swift libraries are linked in, so that the command runs where no toolchain is installed. Neither part looks for other
# libraries in its own folder. Packed, the 45,000 relocations take 15 KB instead of 1 MB, which every start reads; and nothing
# looks for symbols in the command.
RELEASE_FLAGS = -c release --static-swift-stdlib --disable-local-rpath $(NO_ID) \
  -Xswiftc -use-ld=bfd -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic
RELEASE = swift build $(RELEASE_FLAGS) --product faceblur
# What serves the review page, in the same folder and the same way; it needs libmicrohttpd12.
REVIEW = swift build $(RELEASE_FLAGS) --product faceblur-review
# What reads other people's bytes with other people's code cannot write where it looks up functions.
HARDENED = $(NO_ID) -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
# What needs OpenCV, in the same folder. It is C++ alone: without these flags it would ask for Swift's libraries. Without a name it would
# tell where it was built.
LIBRARY = swift build -c release --disable-local-rpath --product faceblur-opencv $(HARDENED) -Xlinker -soname=libfaceblur-opencv.so \
  -Xswiftc -static-stdlib -Xswiftc -nostartfiles
# What decodes and encodes with other people's libraries, in the same folder. It is plain C, and asks for Swift's libraries
# as little; it opens libde265-0, libx265-199, libwebp7, libdav1d6, libaom3 and libjxl0.7 when it starts, or for a film libavcodec59 and
# libavutil57 alone, and needs libseccomp2.
HELPER = swift build -c release --disable-local-rpath --product faceblur-codec $(HARDENED) \
  -Xswiftc -static-stdlib -Xswiftc -nostartfiles
# Tests are optimised, too, and see what is internal: they take twice as long to build and a fraction of the time to run. Whoever
# changes one file at a time is quicker with `swift build --build-tests -Xcxx -O2`.
TESTS = -c release -Xswiftc -enable-testing --scratch-path .build/tests
# Optimised and checked at once, in a folder of its own. XCTest, which leaks, is left out of the run.
ASAN = -c release -Xswiftc -enable-testing --sanitize=address --scratch-path .build/asan
# What DocC makes of the library's comments and of the articles in its catalogue. The modules of C are named one by one, because
# the build does not keep them where the tool looks.
DOCS = .build/docs
SYMBOLS = swift symbolgraph-extract -module-name ImageProcessingKit -target "$$(uname -m)-unknown-linux-gnu" \
  -minimum-access-level public -skip-synthesized-members -output-dir $(DOCS)/symbols
CATALOGUE = docc convert Sources/ImageProcessingKit/ImageProcessingKit.docc --warnings-as-errors \
  --additional-symbol-graph-dir $(DOCS)/symbols --output-path $(DOCS)/site \
  --fallback-bundle-identifier org.faceblur.ImageProcessingKit --fallback-default-module-kind Library
# Manual pages and completions, as they lie below `share`.
MANUAL = .build/manual
# Where zsh looks for completions: Debian's own are elsewhere than those of whoever installs without a package.
ZSH_FOLDER = $(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
# What scrubs on Spark is tested with a Python of its own, and with Java.
CLUSTER = .build/cluster
CLUSTER_PACKAGES = openjdk-17-jre-headless python3-venv
# It can be tested with a release build that is there already, and with another Spark: make cluster-test FACEBLUR=path PYSPARK=4.3.0.
FACEBLUR ?=
PYSPARK ?= 3.5.9
MUTANTS ?= 100000
# libFuzzer comes with the toolchain. The linker gold stumbles over its `main`; lld, which comes too, does not.
FUZZER = swift build --package-path Fuzzing -c release -Xswiftc -enable-testing -Xswiftc -parse-as-library \
  -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address -Xswiftc -use-ld=lld
FINDINGS = Fuzzing/.build/findings
SECONDS ?= 60
TARGET ?= jpeg-fuzzer png-fuzzer tiff-fuzzer heic-fuzzer avif-fuzzer webp-fuzzer jpegxl-fuzzer mp4-fuzzer matroska-fuzzer codec-fuzzer metadata-fuzzer cube-fuzzer record-fuzzer film-record-fuzzer

.PHONY: setup build demo pictures peers test cluster-test tools docs test-asan fuzz bench bench-scrub bench-formats bench-film bench-review bench-cluster eval lint install deb deb-test image clean

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

pictures peers bench-review test tools test-asan fuzz: PACKAGES += $(TEST_PACKAGES)
cluster-test bench-cluster: PACKAGES += $(CLUSTER_PACKAGES)
bench-film: PACKAGES += ffmpeg
deb deb-test image: PACKAGES += $(PACKAGING)
deb-test: PACKAGES += $(PACKAGING_TEST)

## Build the command, what serves its review page, the library that it opens where OpenCV is needed, and the helper that it starts
## where a codec is.
build: setup
	$(RELEASE)
	$(REVIEW)
	$(LIBRARY)
	$(HELPER)

## Blur the portrait that ships with the project and say where the results are.
demo: build
	@mkdir -p $(DEMO)
	@cp Tests/TestSupport/Photos/astronaut.jpg $(DEMO)/portrait.jpg
	@XDG_CONFIG_HOME=/dev/null $$($(RELEASE) --show-bin-path)/faceblur blur $(DEMO)/portrait.jpg --overlay $(DEMO) \
	  --preview $(DEMO)
	@$$($(RELEASE) --show-bin-path)/faceblur show $(DEMO)/portrait.jpg

## Make the README's pictures anew, those of the review page, and every style on photos of all kinds, each checked.
pictures: demo peers
	cp $(DEMO)/portrait.jpg Documentation/before.jpg
	cp $(DEMO)/portrait_edited.jpg Documentation/after.jpg
	cp $(DEMO)/portrait_overlay.jpg Documentation/overlay.jpg
	Tests/Browser/portraits.sh "$$($(RELEASE) --show-bin-path)/faceblur" .build/portraits
	cp .build/portraits/pictures/review-desktop-light.png Documentation/review.png
	cp .build/portraits/pictures/review-phone-light.png Documentation/review-phone.png
	$(STYLES)
	$$($(STYLES) --show-bin-path)/pictures Documentation

## Fetch what else reads our records, and what drives a browser, once, for the tests that ask them.
peers: setup $(PEERS)

$(PEERS): Tests/Peers/fetch.py Tests/Browser/requirements.txt
	PYTHONDONTWRITEBYTECODE=1 python3 Tests/Peers/fetch.py $(PEERS)
	@touch $(PEERS)

## Run every test.
test: setup
	@$(MAKE) --no-print-directory peers || echo "The tests that ask other readers of records, or a browser, are skipped."
	swift build --build-tests $(TESTS)
	swift test --skip-build $(TESTS)

## Test what scrubs on Spark: with a master, two workers and a store that speaks S3, which listen on this machine alone. ONLY=name
## runs the tests of that name.
cluster-test: $(if $(FACEBLUR),setup,build) $(CLUSTER)/spark-$(PYSPARK)
	$(CLUSTER)/venv/bin/pip install --quiet --no-deps --force-reinstall ./Cluster
	FACEBLUR="$(or $(FACEBLUR),$$($(RELEASE) --show-bin-path)/faceblur)" PYTHONDONTWRITEBYTECODE=1 \
	  $(CLUSTER)/venv/bin/pytest -p no:cacheprovider $(if $(ONLY),-k "$(ONLY)") Cluster/tests

$(CLUSTER)/spark-$(PYSPARK): Cluster/pyproject.toml | setup
	rm -rf $(CLUSTER)
	python3 -m venv $(CLUSTER)/venv
	$(CLUSTER)/venv/bin/pip install --quiet './Cluster[test]' pyspark==$(PYSPARK)
	@touch $@

## Compile what fuzzes and what measures, in the folder of the tests: that takes seconds after them. libFuzzer, which only
## `make fuzz` links, is missing here.
tools: setup
	swift build --package-path Benchmarks $(TESTS)
	swift build --package-path Fuzzing $(TESTS) -Xlinker --unresolved-symbols=ignore-all

## Make the library's documentation, in the folder of the tests: that takes seconds after them. A broken link ends it.
docs: setup
	swift build --target ImageProcessingKit $(TESTS)
	@rm -rf $(DOCS) && mkdir -p $(DOCS)/symbols
	@bin=$$(swift build --show-bin-path $(TESTS)) && \
	$(SYMBOLS) -I $$bin/Modules -Xcc -ISources/CWorker/include $$(printf ' -Xcc -fmodule-map-file=%s' $$bin/C*.build/module.modulemap Sources/C*/module.modulemap)
	@$(CATALOGUE)
	@echo "The documentation is in $(DOCS)/site. To read it: python3 -m http.server -d $(DOCS)/site, then" \
	  "http://localhost:8000/documentation/imageprocessingkit"

## Damage 100,000 photos under the address sanitizer (MUTANTS=n for more or fewer), in about five minutes.
test-asan: setup
	swift build --build-tests $(ASAN)
	FACEBLUR_MUTANTS=$(MUTANTS) swift test --skip-build --disable-xctest $(ASAN) \
	  --filter 'MutatedJPEG|HostileJPEG|RenderPaths'

## Fuzz what reads files for a minute (SECONDS=n for longer). See Fuzzing/README.md.
fuzz: setup
	swift build --build-tests $(TESTS)
	FACEBLUR_CORPUS=$(CURDIR)/Fuzzing/.build/corpus swift test --skip-build $(TESTS) --filter writesTheSeedCorpus
	$(FUZZER)
	@# The helper of the tests: one under the address sanitizer would not keep to its limits.
	@ln -sf "$$(swift build --show-bin-path $(TESTS))/faceblur-codec" "$$($(FUZZER) --show-bin-path)/"
	@mkdir -p $(FINDINGS)
	set -e; for target in $(TARGET); do \
	  SWIFT_BACKTRACE=enable=no $$($(FUZZER) --show-bin-path)/$$target Fuzzing/.build/corpus/$$target \
	    -max_total_time=$$(($(SECONDS) / $(words $(TARGET)))) -max_len=16384 -timeout=10 -print_final_stats=1 \
	    -artifact_prefix=$(FINDINGS)/$$target-; \
	done

## Measure against other tools, in about ten minutes; QUICK=1 does less, in two. See Benchmarks/README.md.
bench: build
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/bench.py $(if $(QUICK),--quick) --faceblur "$$($(RELEASE) --show-bin-path)/faceblur"

## Measure scrubbing a folder of photos, against deface and a loop of blur; QUICK=1 takes few, without deface.
bench-scrub: build
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/scrub.py $(if $(QUICK),--quick) --faceblur "$$($(RELEASE) --show-bin-path)/faceblur"

## Measure how long people wait at the review page, in about five minutes; QUICK=1 takes few photos.
bench-review: build peers
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/review.py $(if $(QUICK),--quick) --faceblur "$$($(RELEASE) --show-bin-path)/faceblur"

## Measure scrubbing on a cluster of this machine against scrub, and what the driver holds of up to a million names; QUICK=1 takes few.
bench-cluster: $(if $(FACEBLUR),setup,build) $(CLUSTER)/spark-$(PYSPARK)
	PYTHONDONTWRITEBYTECODE=1 $(CLUSTER)/venv/bin/python Benchmarks/cluster.py $(if $(QUICK),--quick) \
	  --faceblur "$(or $(FACEBLUR),$$($(RELEASE) --show-bin-path)/faceblur)"

## Measure what other formats than JPEG cost, and what each tool changes in them, in about ten minutes; QUICK=1 in three.
## FORMAT=png, FORMAT=tiff or FORMAT=heic measures only that.
bench-formats: build
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/formats.py $(if $(QUICK),--quick) $(if $(FORMAT),--only $(FORMAT)) --faceblur "$$($(RELEASE) --show-bin-path)/faceblur"

## Measure blurring a film against deface, what stays of the film, and whether the face is hidden in every frame, in about half an hour;
## QUICK=1 takes ten seconds of film.
bench-film: build
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/film.py $(if $(QUICK),--quick) --faceblur "$$($(RELEASE) --show-bin-path)/faceblur"

## Measure how many faces are found and hidden in labelled photos: make eval DATA=dir. QUICK=1 takes a sixth of them,
## PART=cross-validation, PART=renders, PART=light or PART=stitched measures only that. DATA may be the journal of a scrub, too.
eval: build
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/eval.py $(DATA) $(if $(QUICK),--quick) $(if $(PART),--part $(PART)) \
	  --faceblur "$$($(RELEASE) --show-bin-path)/faceblur"

## Check the formatting.
lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Examples Fuzzing/Package.swift Fuzzing/Sources

## Put the command where it is found from any folder, and its library, its page's server and its helper where it finds them. They may be moved
## together. Manual pages and completions go where man and the shells look.
install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/faceblur $(DESTDIR)$(PREFIX)/libexec/faceblur
	install -m 755 "$$($(RELEASE) --show-bin-path)/faceblur" $(DESTDIR)$(PREFIX)/bin/faceblur
	install -m 644 "$$($(RELEASE) --show-bin-path)/libfaceblur-opencv.so" $(DESTDIR)$(PREFIX)/lib/faceblur/
	install -m 755 "$$($(RELEASE) --show-bin-path)/faceblur-codec" $(DESTDIR)$(PREFIX)/libexec/faceblur/
	install -m 755 "$$($(RELEASE) --show-bin-path)/faceblur-review" $(DESTDIR)$(PREFIX)/libexec/faceblur/
	@rm -rf $(MANUAL)
	"$$($(RELEASE) --show-bin-path)/faceblur" --write-manual $(MANUAL)
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	  $(DESTDIR)$(PREFIX)/share/zsh/$(ZSH_FOLDER) $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -m 644 $(MANUAL)/man/man1/*.1 $(DESTDIR)$(PREFIX)/share/man/man1/
	install -m 644 $(MANUAL)/bash-completion/completions/* $(DESTDIR)$(PREFIX)/share/bash-completion/completions/
	install -m 644 $(MANUAL)/zsh/vendor-completions/* $(DESTDIR)$(PREFIX)/share/zsh/$(ZSH_FOLDER)/
	install -m 644 $(MANUAL)/fish/vendor_completions.d/* $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/

## Make the Debian packages, byte for byte the same of the same commit. Packaging/control says which there are.
deb: $(if $(PROGRAMS),setup,build)
	Packaging/deb.sh "$(or $(PROGRAMS),$$($(RELEASE) --show-bin-path))" $(DEB)
	@echo "The packages are in $(DEB). To install: sudo apt install ./$(DEB)/faceblur_*.deb"

## Make the packages twice, have lintian read them, and install, use and remove them in a clean Debian, which is fetched for it.
deb-test: deb
	Packaging/test.sh "$(or $(PROGRAMS),$$($(RELEASE) --show-bin-path))" $(DEB)

## Make an image for containers of the packages; it needs buildah or podman. BASE=image to start from another one than Debian's mirror.
image: deb
	BASE=$(BASE) Packaging/image.sh $(DEB) $(IMAGE)

clean:
	rm -rf .build Fuzzing/.build $(DEMO)

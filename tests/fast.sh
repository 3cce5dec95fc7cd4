# fast.sh - to be sourced: $fast, the C compiler for models of which only the results count. tcc takes a tenth of the time of gcc, and
# computes the same: what gcc and clang make of generated code is tested in tests/emit.
fast=$(command -v tcc || echo "${CC:-gcc}")

"""Bugs planted on purpose: each patch takes one safety away; the fuzzer must notice."""

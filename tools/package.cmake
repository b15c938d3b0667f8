# What the package holds besides our own code: OpenBLAS beside libnumen.so, where the engine looks
# for it first (a link in a checkout, a copy in a wheel). Without it products run our own loops.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter)
execute_process(
  COMMAND "${Python_EXECUTABLE}" -c "import scipy_openblas64 as blas; print(blas.get_lib_dir())"
  OUTPUT_VARIABLE openblas_folder OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE absent
  ERROR_QUIET)
set(openblas "${openblas_folder}/libscipy_openblas64_.so")
if(absent)
  message(WARNING "the package scipy-openblas64 is not installed: building without a BLAS")
elseif(SKBUILD)
  install(FILES "${openblas}" DESTINATION numen/native)
else()
  file(MAKE_DIRECTORY "${NUMEN_PACKAGE_DIR}")
  file(CREATE_LINK "${openblas}" "${NUMEN_PACKAGE_DIR}/libscipy_openblas64_.so" SYMBOLIC)
endif()

if(SKBUILD)
  get_directory_property(kernels DIRECTORY src/backends/cpu/kernels BUILDSYSTEM_TARGETS)
  install(TARGETS numen front ${kernels} LIBRARY DESTINATION numen/native)
endif()

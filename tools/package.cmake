# What the package holds besides our own code: OpenBLAS beside libnumen.so, where the engine looks
# for it first (a link in a checkout, a copy with its licence in a wheel). Without it products run
# our own loops.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter)
set(find_openblas [[
import importlib.metadata, scipy_openblas64
licence = next(path for path in importlib.metadata.files("scipy-openblas64")
               if path.name == "LICENSE.txt")
print(scipy_openblas64.get_lib_dir(), licence.locate(), sep="/libscipy_openblas64_.so;", end="")
]])
execute_process(COMMAND "${Python_EXECUTABLE}" -c "${find_openblas}"
                OUTPUT_VARIABLE openblas RESULT_VARIABLE absent ERROR_QUIET)
if(absent AND SKBUILD)
  message(FATAL_ERROR "the package scipy-openblas64 is not installed: pyproject.toml says which")
elseif(absent)
  message(WARNING "the package scipy-openblas64 is not installed: building without a BLAS")
else()
  list(GET openblas 0 openblas_library)
  list(GET openblas 1 openblas_licence)
  if(SKBUILD)
    install(FILES "${openblas_library}" DESTINATION numen/native)
    install(FILES "${openblas_licence}" DESTINATION numen/native RENAME LICENSE.openblas.txt)
  else()
    file(MAKE_DIRECTORY "${NUMEN_PACKAGE_DIR}")
    file(CREATE_LINK "${openblas_library}" "${NUMEN_PACKAGE_DIR}/libscipy_openblas64_.so" SYMBOLIC)
  endif()
endif()

if(SKBUILD)
  get_directory_property(kernels DIRECTORY src/backends/cpu/kernels BUILDSYSTEM_TARGETS)
  install(TARGETS numen front ${kernels} LIBRARY DESTINATION numen/native)
  if(NUMEN_FFT)
    get_directory_property(transforms DIRECTORY src/fft/engine BUILDSYSTEM_TARGETS)
    install(TARGETS ${transforms} LIBRARY DESTINATION numen/native)
    install(FILES "${PROJECT_BINARY_DIR}/src/fft/engine/LICENSE.ducc0.txt"
            DESTINATION numen/native)
  endif()
endif()

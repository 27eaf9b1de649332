"""One step of the algorithm under the microscope, as `aelr_core.textbook` takes it."""

"""The native part of the package, for its Python part alone."""

from collections.abc import Iterator
from typing import Any, final

@final
class BatchSchema:
    def __arrow_c_schema__(self) -> Any: ...

@final
class Batch:
    def __len__(self) -> int: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...

@final
class Batches:
    @property
    def schema(self) -> BatchSchema: ...
    def cancel(self) -> None: ...
    def __iter__(self) -> Iterator[Batch]: ...
    def __next__(self) -> Batch: ...

@final
class Engine:
    def __new__(
        cls,
        goal: str,
        stages: str,
        tables: Any = None,
        threads: int | None = None,
        in_memory: bool = False,
    ) -> Engine: ...
    @property
    def folder(self) -> Any: ...
    @property
    def stages(self) -> list[str]: ...
    def batches(
        self,
        data: Any,
        colors: str,
        layout: str,
        columns: str,
        solutions: int,
        null_errors: bool,
    ) -> Batches: ...

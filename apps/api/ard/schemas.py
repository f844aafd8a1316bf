"""What is sent to the registry. Source: the ARD specification v0.91, section 5.3 and its OpenAPI document."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from apps.core.texts import Text

MOST_FILTERS, MOST_FACETS = 20, 10
PageSize = Annotated[int, Field(ge=1, le=100)]


class EntryQueryIn(BaseModel):
    """What is looked for. `filter`: terms of entries, each with the value or the values that count."""

    context: Any = Field(None, alias="@context")
    text: Text | None = Field(None, max_length=2_000)
    filter: dict[Text, Any] | None = Field(None, max_length=MOST_FILTERS)

    @property
    def words(self) -> str:
        """What is looked for; "" for everything."""
        return (self.text or "").strip()

    @property
    def filters(self) -> dict[str, Any]:
        """What has to hold."""
        return self.filter or {}


class TextQueryIn(EntryQueryIn):
    """The same where words are needed."""

    text: Text = Field(min_length=1, max_length=2_000)


class SearchIn(BaseModel):
    """A search. `federation`: whether other registries that the workspace lists are asked too, or only named."""

    model_config = ConfigDict(populate_by_name=True)

    query: TextQueryIn
    federation: Literal["auto", "referrals", "none"] = "auto"
    page_size: PageSize = Field(10, alias="pageSize")
    page_token: Text = Field("", alias="pageToken", max_length=200)


class FacetIn(BaseModel):
    """A term whose values are counted."""

    model_config = ConfigDict(populate_by_name=True)

    field: Text = Field(min_length=1, max_length=200)
    limit: PageSize = 20
    min_count: int = Field(1, alias="minCount", ge=0, le=1_000_000)


class FacetsIn(BaseModel):
    """The terms that are counted."""

    facets: list[FacetIn] = Field(max_length=MOST_FACETS)


class ExploreIn(BaseModel):
    """A count over what a query finds; over everything where it says nothing."""

    model_config = ConfigDict(populate_by_name=True)

    query: EntryQueryIn = Field(default_factory=EntryQueryIn)
    result_type: FacetsIn = Field(alias="resultType")


class ListingIn(BaseModel):
    """A page of the list. `wanted`: a filter line; `order`: a term, and DESC where it goes down."""

    model_config = ConfigDict(populate_by_name=True)

    wanted: Text = Field("", alias="filter", max_length=1_000)
    order: Text = Field("", alias="orderBy", max_length=100)
    page_size: PageSize = Field(20, alias="pageSize")
    page_token: Text = Field("", alias="pageToken", max_length=200)

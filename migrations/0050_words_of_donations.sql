-- A creator's search over his own donations, folded as every search is; the name of an anonymous donor is not found. The leading spaces let
-- short words match the beginnings of words.
create index donation_words on donation using gin (
  project_id,
  (' ' || search_fold(translate(
    case when is_anonymous then '' else coalesce(name, '') end || ' ' || coalesce(message, ''), E'\n\r\t', '   '
  ))) gin_trgm_ops
) where number is not null;
drop index donation_search;

-- outside a transaction
-- The sitemap counts and lists posts for everyone.
create index concurrently if not exists post_for_everyone on post (published_at, id) include (project_id)
  where published_at is not null and removed_at is null and audience = 'everyone';

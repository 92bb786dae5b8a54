-- How many of the refused cards that the provider tells of have been counted against the budgets: none is counted twice.
alter table payment add column counted_refusals integer not null default 0;

-- Public lists leave out a message while its alert is held or was rejected: what is kept of them goes as soon as that changes.
create function drop_gift_lists() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('dropped_tags', json_build_array('project:' || new.project_id)::text);
  return null;
end
$$;
create trigger alert_message_shown after update of state on alert for each row
  when (new.pay_id is not null and new.message is not null
    and (old.state in ('held', 'rejected')) is distinct from (new.state in ('held', 'rejected')))
  execute function drop_gift_lists();

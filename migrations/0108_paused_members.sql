-- Members whose payment has paused count as gone from then on, a week after the end of what was paid.
insert into membership_month as total (project_id, month, ended)
select project_id, date_trunc('month', coalesce(paid_until, last_paid_at + interval '1 month') + interval '7 days')::date, count(*)
from membership
where since is not null and (state = 'Paused' or state = 'Overdue' and paid_until is null)
group by 1, 2 order by 1, 2
on conflict (project_id, month) do update set ended = total.ended + excluded.ended;

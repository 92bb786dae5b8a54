-- The trail keeps what was sent as it was sent: amounts in main units, as everywhere on the wire. Until now they were kept in minor ones.
create function pg_temp.main_units(given jsonb) returns jsonb language sql immutable as $$
  select case jsonb_typeof(given)
    when 'number' then to_jsonb(trim_scale(given::numeric / 100))
    when 'array' then (select coalesce(jsonb_agg(to_jsonb(trim_scale(one::numeric / 100))), '[]') from jsonb_array_elements(given) one)
    else given
  end
$$;

update audit set input = input || jsonb_build_object('price', pg_temp.main_units(input -> 'price'))
  where call in ('POST Product/Create', 'PUT Product/Update') and input ? 'price';

update audit set input = input || jsonb_build_object(
    'minAmount', pg_temp.main_units(input -> 'minAmount'),
    'maxAmount', pg_temp.main_units(input -> 'maxAmount'),
    'presets', pg_temp.main_units(input -> 'presets'))
  where call = 'PUT Donate/Settings' and input ?& array['minAmount', 'maxAmount', 'presets'];

update audit set details = details || jsonb_build_object('amount', pg_temp.main_units(details -> 'amount'))
  where call in ('PUT Payout/Pay', 'PUT Payout/Decline') and details ? 'amount';

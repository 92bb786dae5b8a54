-- Equal ready sums are refused now: those that were saved before must not stand in the way of the emergency stop. The first of each stays.
update donation_settings set presets = (
  select array_agg(preset order by place)
  from (select preset, min(place) as place from unnest(presets) with ordinality as each (preset, place) group by preset) as once
)
where cardinality(presets) > 0;

-- Only the names of months of clicks are read as months. Where the names were one condition among others, the planner was
-- free to read every name of the catalogue so, which it does as soon as it has learnt that there are many months, and the
-- first other name failed.
create or replace function app.drop_click_month(told timestamptz) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
set lock_timeout = '100ms'
as $$
declare
  oldest text;
begin
  with month as materialized (
    select c.relname as name
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'app.click'::regclass
  )
  select m.name into oldest
  from month m
  where to_date(m.name, '"click_"YYYY_MM') + interval '1 month' <= least(told, now()) - interval '400 days'
  order by m.name
  limit 1;
  if oldest is null then
    return null;
  end if;
  lock table app.click in access exclusive mode;
  execute format('drop table if exists app.%I', oldest);
  return oldest;
end
$$;

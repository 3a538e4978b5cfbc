-- Puts the present entries into the chain, in the order of their ids. Nothing else updates entries, so their locks are in
-- no one's way.
create function pg_temp.chain_entries() returns void
language plpgsql
as $$
declare
  entry app.audit_entry;
  head app.audit_head;
begin
  for entry in select e.* from app.audit_entry e where e.sequence is null order by e.tenant_id, e.id loop
    select h.* into head from app.audit_head h where h.tenant_id = entry.tenant_id for update;
    head := row(
      entry.tenant_id,
      coalesce(head.sequence, 0) + 1,
      head.hash,
      app.audit_hash(
        head.hash, coalesce(head.sequence, 0) + 1, entry.tenant_id, entry.id, entry.actor, entry.action, null,
        entry.details, null, null, entry.created_at
      )
    );
    insert into app.audit_head
    values (head.tenant_id, head.sequence, head.previous_hash, head.hash)
    on conflict (tenant_id) do update
    set sequence = excluded.sequence, previous_hash = excluded.previous_hash, hash = excluded.hash;
    update app.audit_entry e
    set sequence = head.sequence, previous_hash = head.previous_hash, hash = head.hash
    where e.tenant_id = entry.tenant_id
      and e.id = entry.id;
  end loop;
end
$$;
select pg_temp.chain_entries();

select app.make_append_only('app.audit_entry');

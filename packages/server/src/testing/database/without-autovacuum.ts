import type { Database } from '../../engine/driver/database.ts'

/** Keeps autovacuum from the tables of a test that counts reads, or that depends on statistics. */
export async function withoutAutovacuum(owner: Database): Promise<void> {
  const text = `do $$ declare name regclass; begin
    for name in select c.oid from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' loop
      execute format('alter table %s set (autovacuum_enabled = false)', name);
    end loop;
  end $$`
  await owner.query({ name: '', text }, [])
}

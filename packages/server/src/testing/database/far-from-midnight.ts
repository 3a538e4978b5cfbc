import type { Database } from '../../store/driver/database.ts'

const waitForMidnight = `
select pg_sleep(extract(epoch from date_trunc('day', now()) + interval '1 day' - now()))
where (now() + interval '20 seconds')::date > current_date`

/**
 * Lets the database's midnight pass when it is near: salts end with the day, and months with a midnight, so what a test
 * does within some seconds is of one day. Needs the owner's database.
 */
export async function farFromMidnight(owner: Database): Promise<void> {
  await owner.query({ name: '', text: waitForMidnight }, [])
}

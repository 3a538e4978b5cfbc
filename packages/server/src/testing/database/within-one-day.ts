import type { Database } from '../../engine/driver/database.ts'

const today = { name: '', text: 'select current_date::text as day' }

/**
 * Does work that begins anew, and does it once more if the database's midnight passed meanwhile: salts end with the day, and
 * months with a midnight. Needs the owner's database.
 */
export async function withinOneDay(owner: Database, work: () => Promise<void>): Promise<void> {
  for (;;) {
    const day = await owner.query(today, [])
    const [done] = await Promise.allSettled([work()])
    if (JSON.stringify(await owner.query(today, [])) !== JSON.stringify(day)) continue
    if (done.status === 'rejected') throw done.reason
    return
  }
}

import { backgroundJobs } from './background-jobs.ts'
import { backups } from './backups.ts'
import { bills } from './bills.ts'
import { database } from './database.ts'
import { health } from './health.ts'
import { outbound } from './outbound.ts'
import { process } from './process.ts'
import { referrals } from './referrals.ts'
import { requests } from './requests.ts'
import type { Section } from './section.ts'

/** The sections in the order of the dashboard and of the guide. */
export const sections: readonly Section[] = [
  health,
  requests,
  referrals,
  bills,
  database,
  backups,
  backgroundJobs,
  outbound,
  process,
]

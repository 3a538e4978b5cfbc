import type { Tool } from '../tool.ts'
import { docsSearch } from './docs-search.ts'
import { explainReferral } from './explain-referral.ts'
import { billsExpectedVsActual, statistics } from './figures.ts'
import { getAccount, searchPeople } from './people.ts'
import { fraudReport, integrationCheck, programGet, programSimulate } from './program.ts'
import { listReferralsTool, reviewsList } from './referrals.ts'
import { reviewDecide, rewardGive } from './writes.ts'

/** Every tool, those that only read first. */
export const tools: readonly Tool[] = [
  explainReferral,
  searchPeople,
  getAccount,
  listReferralsTool,
  programGet,
  programSimulate,
  integrationCheck,
  billsExpectedVsActual,
  fraudReport,
  reviewsList,
  statistics,
  docsSearch,
  reviewDecide,
  rewardGive,
]

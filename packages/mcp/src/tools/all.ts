import type { Tool } from '../tool.ts'
import { listDeliveries } from './deliveries.ts'
import { explainReferral } from './explain-referral.ts'
import { compareBills, getStatistics } from './figures.ts'
import { getRequest } from './get-request.ts'
import { checkIntegration, getFraudReport, getProgram, simulateFraudRules } from './program.ts'
import { listReferrals, listReviews } from './referrals.ts'
import { listRewards } from './rewards.ts'
import { searchDocs } from './search-docs.ts'
import { getAccount, searchUsers } from './users.ts'
import { decideReferral, giveReward } from './writes.ts'

/** Every tool, those that only read first. */
export const tools: readonly Tool[] = [
  explainReferral,
  searchUsers,
  getAccount,
  listReferrals,
  listReviews,
  listRewards,
  getProgram,
  simulateFraudRules,
  checkIntegration,
  listDeliveries,
  compareBills,
  getFraudReport,
  getStatistics,
  searchDocs,
  getRequest,
  decideReferral,
  giveReward,
]

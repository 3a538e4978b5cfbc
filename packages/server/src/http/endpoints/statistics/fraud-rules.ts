import type { FlaggedReferrals, FraudRules } from '@goodword/contract/fraud-rules'
import { fraudRules } from '@goodword/domain/fraud/fraud'
import type {
  FlaggedReading,
  FraudRulesReading,
} from '../../../operations/reporting/statistics/read-fraud-rules.ts'
import { percentOf } from './statistics-answer.ts'

export function fraudRulesAnswer(reading: FraudRulesReading): FraudRules {
  return {
    from: reading.range.from,
    to: reading.range.to,
    dateStarts: reading.startsAt,
    dateEnds: reading.endsAt,
    timeZone: reading.timeZone,
    recounting: reading.isRecounting,
    rules: reading.rules.map(({ rule, mode, active, shadow }) => ({
      rule,
      message: fraudRules[rule].sentence,
      mode,
      active: flaggedAnswer(active),
      shadow: flaggedAnswer(shadow),
    })),
  }
}

function flaggedAnswer({ referrals, sides }: FlaggedReading): FlaggedReferrals {
  const decided = sides.APPROVED_BY_STAFF + sides.DENIED_BY_STAFF
  return {
    referrals,
    pending: sides.PENDING,
    approvedByStaff: sides.APPROVED_BY_STAFF,
    deniedByStaff: sides.DENIED_BY_STAFF,
    deniedByRule: sides.DENIED_BY_RULE,
    notDecided: sides.NOT_DECIDED,
    confirmedRate: percentOf(sides.DENIED_BY_STAFF, decided),
  }
}

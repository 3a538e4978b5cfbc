import { Refusal } from '@goodword/contract/refusal'
import type { KeyedOutcome } from '../../platform/metrics/work-metrics.ts'
import type { AnswerOnce } from './answer-once.ts'

/** The same, with what came of each request told to whoever counts. */
export function countingAnswers(answerOnce: AnswerOnce, count: (outcome: KeyedOutcome) => void): AnswerOnce {
  return async (tenantId, request, answer) => {
    try {
      const answered = await answerOnce(tenantId, request, answer)
      count(answered.origin)
      return answered
    } catch (error) {
      count(error instanceof Refusal ? 'refused' : 'failed')
      throw error
    }
  }
}

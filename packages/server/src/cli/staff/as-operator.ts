import { Refusal } from '@goodword/contract/frame/refusal'
import { OperatorError } from '../../frame/tenants/operator-error.ts'

/** Runs an operation that the API has too; what it refuses is an error of the command. */
export async function asOperator<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? new OperatorError(error.message) : error
  }
}

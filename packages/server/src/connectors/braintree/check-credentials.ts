import { ProcessorError } from '../processor-error.ts'
import type { CallGateway } from './call-gateway.ts'

/** A user without the permission for this request has the right keys all the same. */
export async function checkCredentials({ read }: CallGateway): Promise<void> {
  try {
    await read('discount.all', (gateway) => gateway.discount.all())
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    if (error.code === 'PERMISSION_DENIED') return
    if (error.code !== 'NOT_FOUND') throw error
    const message = 'Braintree does not have this merchant ID in this environment.'
    throw new ProcessorError('CREDENTIALS_REJECTED', { message, cause: error })
  }
}

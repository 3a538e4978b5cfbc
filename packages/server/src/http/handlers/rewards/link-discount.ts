import type { linkDiscount } from '@goodword/contract/endpoints/link-discount'
import { Refusal } from '@goodword/contract/refusal'
import type { Handler } from '../../handler.ts'

/** Linking needs a payment processor, and no tenant can connect one yet. */
export const handleLinkDiscount: Handler<typeof linkDiscount> = async () => {
  const message =
    'No payment processor is connected to this program. Connect one, or send the code to POST accountsync as referral.code.'
  throw new Refusal('PROCESSOR_NOT_CONNECTED', message)
}

import type { Gateway } from '../../gateway.ts'
import type { Dispute, DisputeStatus } from '../../model/dispute.ts'
import type { Merchant } from '../../model/merchant.ts'
import { notifyDispute } from '../../webhooks/notify.ts'

/** Gives a dispute its next status, and notifies the merchant of it. */
export function moveDispute(
  gateway: Gateway,
  merchant: Merchant,
  dispute: Dispute,
  status: DisputeStatus,
  at: number,
): void {
  dispute.status = status
  dispute.updatedAt = at
  dispute.statusHistory = [{ status, timestamp: at }, ...dispute.statusHistory]
  notifyDispute(gateway, merchant, dispute, at)
}

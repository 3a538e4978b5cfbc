/** What the operator may set of what merchants can use up. */
export type OperationLimits = {
  /** E-mails to staff: to one recipient in a day, and of one merchant in an hour. */
  readonly lettersToRecipient: number
  readonly lettersOfMerchant: number
  /** Links to the hosted page of a tenant: to one address, and in all, in an hour. */
  readonly pageLinksToAddress: number
  readonly pageLinksOfTenant: number
  /** Bytes of uploaded and exported files that a tenant can have at a time. */
  readonly fileBytesOfTenant: number
  /** While the disk of the embedded database has less free, no file is begun. */
  readonly minFreeDiskPercent: number
}

const GIB = 1024 ** 3

export const defaultOperationLimits: OperationLimits = {
  lettersToRecipient: 5,
  lettersOfMerchant: 60,
  pageLinksToAddress: 5,
  pageLinksOfTenant: 600,
  fileBytesOfTenant: 20 * GIB,
  minFreeDiskPercent: 10,
}

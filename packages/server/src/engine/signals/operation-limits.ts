/** The limits on a merchant's usage that the operator may set. */
export type OperationLimits = {
  /** E-mails to staff: to one recipient in a day, and of one merchant in an hour. */
  readonly lettersToRecipient: number
  readonly lettersOfMerchant: number
  /** Links to the hosted page of a tenant in an hour: to one address, and to all addresses of no user. */
  readonly pageLinksToAddress: number
  readonly pageLinksToStrangers: number
  /** Links to hosted pages that one IP address can ask for in an hour. */
  readonly pageLinksFromClient: number
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
  pageLinksToStrangers: 60,
  pageLinksFromClient: 20,
  fileBytesOfTenant: 20 * GIB,
  minFreeDiskPercent: 10,
}

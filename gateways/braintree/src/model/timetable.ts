/** The hours (UTC) at which the gateway does its daily work. The real one names none; these are apart, so that order shows. */
export const BILLING_HOUR = 6
export const SETTLEMENT_BEGINS_HOUR = 22
export const SETTLEMENT_ENDS_HOUR = 23

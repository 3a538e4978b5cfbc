import type { Metadata } from '../wire/metadata.ts'

/** The features of the portal for customers. */
export type PortalConfiguration = {
  readonly id: string
  readonly created: number
  readonly isDefault: boolean
  active: boolean
  name: string | null
  headline: string | null
  privacyPolicyUrl: string | null
  termsOfServiceUrl: string | null
  defaultReturnUrl: string | null
  features: PortalFeatures
  metadata: Metadata
  updated: number
}

export type PortalFeatures = {
  readonly customerUpdate: { readonly enabled: boolean; readonly allowed: readonly string[] }
  readonly invoiceHistory: boolean
  readonly paymentMethodUpdate: boolean
  readonly subscriptionCancel: {
    readonly enabled: boolean
    readonly mode: 'at_period_end' | 'immediately'
    readonly proration: 'always_invoice' | 'create_prorations' | 'none'
  }
  readonly subscriptionUpdate: {
    readonly enabled: boolean
    readonly allowed: readonly string[]
    readonly proration: 'always_invoice' | 'create_prorations' | 'none'
  }
}

/** A visit of a customer to the portal. */
export type PortalSession = {
  readonly id: string
  readonly created: number
  readonly customer: string
  readonly configuration: string
  readonly returnUrl: string | null
  /** The purpose of the page; null for all features of the configuration. */
  readonly flow: { readonly type: string; readonly subscription: string | null } | null
}

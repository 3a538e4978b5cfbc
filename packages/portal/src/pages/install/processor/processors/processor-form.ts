import type { Connection } from '@goodword/client'
import type { ConnectionCredentials } from '@goodword/contract/billing/connection-credentials'
import type { Picture } from './dashboard-picture.tsx'

/** The typed values of the form, by the name of the field. */
export type FieldValues = Readonly<Record<string, string>>

/** A field of the form, under the API's name of the value. */
export type CredentialField = {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** Written only: it is never shown again, and replaced as a whole. */
  readonly isSecret: boolean
  readonly isOptional?: boolean
}

/** The texts for a processor that the service calls. */
type Called = {
  /** Its own name for its test system. */
  readonly sandboxHint: string
  /** A gateway on the merchant's own machine, and where its page has set-up and webhooks. */
  readonly local: {
    /** Its name within a sentence. */
    readonly name: string
    readonly addressLabel: string
    readonly hint: string
    readonly setup: string
    readonly webhooks: string
  }
  /** How the webhook comes to be: at the processor itself, and at a local one. */
  readonly webhook: { readonly real: string; readonly local: string }
  /** How a local one's clock takes the program's along. */
  readonly clock: string
}

/** The texts of the portal about a processor, and the fields to connect it. */
export type ProcessorForm = {
  readonly processor: Connection['processor']
  readonly name: string
  /** The hint for the choice of the processor. */
  readonly choice: string
  /** The path of its guide. */
  readonly guide: string
  /** Where the values of the fields are at the processor: of a test program, and of a live one. */
  readonly explanation: (isLive: boolean) => string
  /** Null where nothing is to be looked up. */
  readonly picture: Picture | null
  /** The rights that the key needs, as the processor's own page names them. */
  readonly rights: readonly string[]
  /** Null where the service calls nothing and gets no notifications. */
  readonly called: Called | null
  readonly fields: readonly CredentialField[]
  readonly body: (environment: string, values: FieldValues) => ConnectionCredentials
  /** Its own name for the account that the keys belong to. */
  readonly accountWord: string
  /** The credentials that are never shown. */
  readonly secrets: readonly string[]
  /** Where things are set up there, and where its webhooks are. */
  readonly places: { readonly setup: string; readonly webhooks: string }
  /** The text when no step is missing. */
  readonly complete: string
}

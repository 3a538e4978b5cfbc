import { endpoints } from '@goodword/contract/all-endpoints'
import { errorEntries } from '@goodword/contract/frame/error-entries'
import { type ClientOperation, clientOperation } from '@goodword/contract/frame/openapi/client-model'
import { collectComponents, type JsonObject } from '@goodword/contract/frame/openapi/openapi-components'
import { EventEnvelope } from '@goodword/contract/webhooks/event-types'

/** All that a client is made of, in any language. */
export type ClientModel = {
  readonly operations: readonly ClientOperation[]
  /** The named types of requests, answers and events. */
  readonly schemas: JsonObject
  readonly errorCodes: readonly string[]
  readonly version: string
}

/** Generated files by their path in a package. */
export type ClientFiles = Readonly<Record<string, string>>

/** Describes the API as it is in this tree. */
export function clientModel(version: string): ClientModel {
  const components = collectComponents()
  const operations = Object.values(endpoints).map((it) => clientOperation(it, components))
  components.reference(EventEnvelope)
  return {
    operations,
    schemas: components.schemas(),
    errorCodes: errorEntries.map(([code]) => code),
    version,
  }
}

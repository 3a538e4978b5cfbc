import { Context, type ContextOptions } from '../operations/foundation/context.ts'
import type { Clock } from '../platform/clock.ts'
import { createIdGenerator } from '../platform/id-generator.ts'
import { createSecretBox } from '../platform/secrets/secret-box.ts'
import { makeSecretKey } from '../platform/secrets/secret-key.ts'
import type { Database } from '../store/driver/database.ts'

export const BASE_URL = 'https://goodword.example.com'

/** A context of its own, as another process of the service has one. Its secret key is new unless another one is given. */
export function testContext(
  db: Database,
  clock: Clock,
  {
    secretBox = createSecretBox(makeSecretKey()),
    baseUrl = BASE_URL,
    allowLocalTargets = true,
    // No test depends on name servers.
    resolveHost = async () => [],
    resolveTexts = async () => [],
    resolveRecords = async () => ({ addresses: [], alias: null }),
    ...options
  }: Partial<ContextOptions> = {},
): Context {
  return new Context({
    db,
    clock,
    ids: createIdGenerator(),
    secretBox,
    baseUrl,
    allowLocalTargets,
    resolveHost,
    resolveTexts,
    resolveRecords,
    ...options,
  })
}

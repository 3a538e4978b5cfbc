import type { Database } from '../engine/driver/database.ts'
import type { Clock } from '../engine/foundation/clock.ts'
import { createIdGenerator } from '../engine/foundation/id-generator.ts'
import { createSecretBox } from '../engine/secrets/secret-box.ts'
import { makeSecretKey } from '../engine/secrets/secret-key.ts'
import { Context, type ContextOptions } from '../frame/context.ts'

export const BASE_URL = 'https://goodword.example.com'
export const LANDING_PAGE = 'https://shop.example.com/welcome'

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

import type { Endpoint } from '@goodword/contract/frame/endpoint'
import type { NamedKeys } from '../../administration/tenants/create-tenant.ts'
import { BASE_URL } from '../test-context.ts'
import type { TestService } from '../test-service.ts'
import type { Browser } from './browser.ts'
import { addStaff, signedIn } from './team.ts'

/** The authentication of a request, as `service.call` takes it. */
export type Credentials = {
  readonly key: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** The credentials for an endpoint at a tenant: its API key, or an owner's session where no key may call it. */
export async function credentialsFor(
  service: TestService,
  { scope, belongsTo }: Pick<Endpoint, 'scope' | 'belongsTo'>,
  keys: NamedKeys,
): Promise<Credentials> {
  if (scope === null) return { key: null, headers: {} }
  if (belongsTo === 'merchant') return ownerCredentials(service, keys)
  return { key: keys.apiKey, headers: {} }
}

const owners = new WeakMap<TestService, Map<string, Promise<Credentials>>>()

/** The session of an owner of a tenant's merchant, who is added at the first use. */
export function ownerCredentials(service: TestService, keys: NamedKeys): Promise<Credentials> {
  const known = owners.get(service) ?? new Map<string, Promise<Credentials>>()
  owners.set(service, known)
  const credentials = known.get(keys.alias) ?? signInOwner(service, keys)
  known.set(keys.alias, credentials)
  return credentials
}

async function signInOwner(service: TestService, keys: NamedKeys): Promise<Credentials> {
  const word = keys.alias.replaceAll('_', '-')
  const { email } = await addStaff(service.ctx, keys, 'owner', `team-of-${word}@example.com`)
  return sessionOf(await signedIn(service.app, email))
}

/** The session of a browser, which a page of the portal sends. */
export function sessionOf({ cookies }: Browser): Credentials {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { key: null, headers: { cookie, origin: BASE_URL } }
}

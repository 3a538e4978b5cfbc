import { createHash } from 'node:crypto'
import { allEndpoints } from '@goodword/contract/all-endpoints'
import { type Endpoint, idempotencyOf } from '@goodword/contract/frame/endpoint'
import { scopes } from '@goodword/domain/staff/scope'
import { type StaffRole, staffRoles } from '@goodword/domain/staff/staff-role'
import { expect, test } from 'vitest'
import { lettersSent } from '../administration/notices/staff-mails.ts'
import type { NamedKeys } from '../administration/tenants/create-tenant.ts'
import type { Database } from '../engine/driver/database.ts'
import type { Statement } from '../engine/driver/statement.ts'
import { keyUsesWritten } from '../frame/tenants/find-caller.ts'
import { isWriteName, type Write, writeStories } from '../testing/requests/write-stories.ts'
import { type Credentials, ownerCredentials, sessionOf } from '../testing/staff/credentials.ts'
import { addStaff, signedIn } from '../testing/staff/team.ts'
import { startTestService } from '../testing/test-service.ts'

const TIMEOUT_MS = 180_000

const service = await startTestService()

const { live, test: testMode, other } = service

const merchantId = await merchantOf(live)

let names = 0

const byKey = ({ apiKey: key }: { readonly apiKey: string }): Credentials => ({ key, headers: {} })

const nobody: Credentials = { key: null, headers: {} }

const singleScopeKeys = await Promise.all(scopes.map(async (scope) => byKey(await service.newKey([scope]))))

const sessions = await Promise.all(staffRoles.map(sessionWithRole))

const strangersSession = await ownerCredentials(service, other)

/** Who calls an operation, where, and whose rows that may change at most. */
type Caller = {
  readonly who: string
  readonly alias: string
  readonly credentials: Credentials
  /** The tenant whose rows a call may change; null for none. */
  readonly tenant: string | null
  /** Whether a call may also change what belongs to the merchant of that tenant. */
  readonly mayChangeTeam?: boolean
}

/** When a key was last used is noted outside of requests, also for one that is refused elsewhere. */
const API_KEY_VERSION = `sum(hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0))`

/** A new version of a row has a higher number than all earlier ones, so as many rows with the same sum are the same rows. */
const ROW_VERSION = 'sum(t.xmin::text::int8)'

/** The statement of each database: its tables stay the same. */
const reads = new WeakMap<Database, Promise<Statement>>()

const TABLES = `
select c.relname as name,
  exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as of_tenant,
  exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id') as of_merchant
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'app' and c.relkind in ('r', 'p') and not c.relispartition
order by 1`

/** Every kind of caller of an operation whose request is about things of `home`. */
function callersOf(endpoint: Endpoint, home: NamedKeys): readonly Caller[] {
  const away = home === live ? testMode : live
  const at = (who: string, { alias }: NamedKeys, credentials: Credentials) => ({ who, alias, credentials })
  // Endpoints without a key are open to everybody, for the program in the path.
  const refused = { tenant: endpoint.scope === null ? home.alias : null }
  const own = (keys: NamedKeys) => ({ tenant: keys.alias })
  const team = { mayChangeTeam: endpoint.belongsTo === 'merchant' }
  return [
    { ...at('a stranger without a key', home, nobody), ...refused },
    { ...at('the key of the program', home, byKey(home)), ...own(home) },
    { ...at('the key of the other mode, at its own program', away, byKey(away)), ...own(away) },
    { ...at('the key of the other mode, at this program', home, byKey(away)), ...refused },
    { ...at('the key of another merchant', home, byKey(other)), ...refused },
    ...scopes.map((scope, index) => ({
      ...at(`a live key with the scope ${scope} alone`, live, singleScopeKeys[index] ?? nobody),
      ...own(live),
    })),
    ...staffRoles.map((role, index) => ({
      ...at(`the session of an ${role}`, home, sessions[index] ?? nobody),
      ...own(home),
      ...team,
    })),
    {
      ...at('the session of an owner, at the other mode', away, sessions[0] ?? nobody),
      ...own(away),
      ...team,
    },
    { ...at('the session of another merchant’s owner', home, strangersSession), ...refused },
  ]
}

/** One reading of all rows is enough after callers that may change the same rows, and are to change none. */
function groupsOf(endpoint: Endpoint, callers: readonly Caller[]): readonly (readonly Caller[])[] {
  const isReader = ({ tenant }: Caller) => tenant === null || endpoint.method === 'GET'
  const readers = Map.groupBy(callers.filter(isReader), (it) => `${it.tenant} ${it.mayChangeTeam}`)
  return [...readers.values(), ...callers.filter((it) => !isReader(it)).map((it) => [it])]
}

test.for(allEndpoints.map((it) => [it.name, it] as const))(
  'I10: %s changes rows of the caller’s own program alone, whoever calls it',
  { timeout: TIMEOUT_MS },
  async ([, endpoint]) => {
    let write = await prepare(endpoint)
    const home = keysOf(write)
    await settled()
    let before = await readRowVersions(service.owner)
    const wrong: string[] = []
    for (const group of groupsOf(endpoint, callersOf(endpoint, home))) {
      const sent: { readonly caller: Caller; readonly status: number }[] = []
      for (const caller of group) sent.push({ caller, status: (await send(endpoint, write, caller)).status })
      await settled()
      const after = await readRowVersions(service.owner)
      const changes = changesBetween(before, after)
      before = after
      const forbidden = changes.filter((it) => !sent.every(({ caller }) => isAllowed(caller, it)))
      const callers = sent.map(({ caller, status }) => `${caller.who} (${status})`).join(' or ')
      wrong.push(...forbidden.map((it) => `${callers} changed ${it}`))
      // Unchanged data is there for the next caller.
      const hasWritten = endpoint.method !== 'GET' && sent.some(({ status }) => status < 400)
      if (changes.length > 0 || hasWritten) {
        write = await prepare(endpoint)
        await settled()
        before = await readRowVersions(service.owner)
      }
    }
    expect(wrong).toEqual([])
  },
)

test('a key that may do everything, of either mode, reads and changes nothing that belongs to the merchant', async () => {
  const ofMerchant = allEndpoints.filter((it) => it.belongsTo === 'merchant')
  expect(ofMerchant.map((it) => it.name)).toEqual([
    ...['listStaff', 'changeStaffRole', 'removeStaff', 'listStaffInvitations', 'inviteStaff'],
    ...['withdrawStaffInvitation', 'listStaffMails'],
  ])
  for (const endpoint of ofMerchant) {
    const write = await prepare(endpoint)
    const before = await readRowVersions(service.owner)
    for (const keys of [live, testMode]) {
      const caller = { who: '', alias: keys.alias, credentials: byKey(keys), tenant: null }
      const { status, body } = await send(endpoint, write, caller)
      expect([endpoint.name, status, body.apiErrorCode]).toEqual([endpoint.name, 403, 'KEY_NOT_ALLOWED'])
    }
    await settled()
    expect(changesBetween(before, await readRowVersions(service.owner))).toEqual([])
  }
})

/** Whether a caller may have changed these rows: its tenant's, and with a session what belongs to its merchant. */
function isAllowed({ tenant, mayChangeTeam = false }: Caller, rows: string): boolean {
  if (tenant !== null && rows.endsWith(` of ${tenant}`)) return true
  // An allowance is counted under a keyed hash of the tenant or merchant that it is of.
  if (rows === 'letter_allowance') return true
  // Who is removed from the only team that they belong to is deleted.
  return mayChangeTeam && (rows.endsWith(` of merchant ${merchantId}`) || /^staff(_credential)?$/.test(rows))
}

/** A valid request that is about something of its own; a read names a missing record. */
async function prepare({ name, path, example }: Endpoint): Promise<Write> {
  names += 1
  if (isWriteName(name)) return writeStories[name](service, `caller${names}`)
  const query = example.query === undefined ? '' : `?${new URLSearchParams(example.query)}`
  return { path: path.replaceAll(/\{\w+\}/g, 'EXAMPLE1') + query }
}

function send(endpoint: Endpoint, { path, body, file }: Write, { alias, credentials }: Caller) {
  names += 1
  const sent = body ?? file?.text
  return service.call(endpoint.method, path, {
    ...{ alias, key: endpoint.scope === null ? null : credentials.key },
    ...(sent === undefined ? {} : { body: sent }),
    headers: {
      ...credentials.headers,
      ...(file === undefined ? {} : { 'content-type': file.contentType }),
      ...(idempotencyOf(endpoint) === 'required' ? { 'idempotency-key': `call-${names}` } : {}),
    },
  })
}

/** Resolves when nothing that was begun by a request is still being written. */
async function settled(): Promise<void> {
  await lettersSent(service.ctx)
  await keyUsesWritten(service.ctx)
}

function keysOf({ isTestMode }: Write): NamedKeys {
  return isTestMode === true ? testMode : live
}

async function sessionWithRole(role: StaffRole): Promise<Credentials> {
  const { email } = await addStaff(service.ctx, live, role, `caller-${role}@example.com`)
  return sessionOf(await signedIn(service.app, email))
}

async function merchantOf({ alias }: NamedKeys): Promise<string> {
  const text = 'select merchant_id as id from app.tenant where id = $1'
  const [row] = await service.owner.query<{ id: string }>({ name: '', text }, [alias])
  return row?.id ?? expect.fail('the tenant has no merchant')
}

/**
 * The versions of all rows, by table and by whose they are: `reward of acme`, `membership of merchant <id>`, and the table alone
 * for rows that belong to neither.
 */
type RowVersions = ReadonlyMap<string, string>

type Table = { readonly name: string; readonly of_tenant: boolean; readonly of_merchant: boolean }

/** Reads the versions of all rows of all tables. */
async function readRowVersions(owner: Database): Promise<RowVersions> {
  const read = reads.get(owner) ?? readOfAll(owner)
  reads.set(owner, read)
  const rows = await owner.query<{ name: string; version: string }>(await read, [])
  return new Map(rows.map((it) => [it.name, it.version]))
}

async function readOfAll(owner: Database): Promise<Statement> {
  const tables = await owner.query<Table>({ name: 'tables.list', text: TABLES }, [])
  const parts = tables.map((table) => {
    const version = table.name === 'api_key' ? API_KEY_VERSION : ROW_VERSION
    return `select '${table.name}' || ${holderOf(table)} as name, count(*) || ' ' || ${version} as version
      from app.${table.name} t group by 1`
  })
  const text = parts.join(' union all ')
  return { name: createHash('sha256').update(text).digest('base64url'), text }
}

function holderOf(table: Table): string {
  if (table.of_tenant) return `' of ' || t.tenant_id`
  return table.of_merchant ? `' of merchant ' || t.merchant_id` : `''`
}

/** Returns the groups whose rows were added, changed or removed between two readings. */
function changesBetween(before: RowVersions, after: RowVersions): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort()
}

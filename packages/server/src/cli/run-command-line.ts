import { nearestName } from '@goodword/domain/values/nearest-name'
import { failureText } from '../start/report-failure.ts'
import { type Command, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

/** Runs one command of the operator's; returns its exit code. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const found = Object.entries(commands).find(([name]) =>
    name.split(' ').every((word, index) => args[index] === word),
  )
  const calledAs = process.env.GOODWORD_CALLED_AS
  const words = args.filter((it) => it !== '--help' && it !== '-h')
  const isHelp = words.length < args.length
  if (found === undefined) {
    const similar = await similarCommands(words)
    if (!isHelp && similar !== null) terminal.error(`There is no command "${words.slice(0, 2).join(' ')}".\n`)
    const text = similar === null ? usageOf(await allCommands(), calledAs) : shortUsageOf(similar, calledAs)
    if (isHelp) terminal.log(text)
    else terminal.error(text)
    return isHelp ? 0 : 1
  }
  const command = await found[1]()
  if (isHelp) {
    terminal.log(textOf(command).join('\n'))
    return 0
  }
  return perform(command, args.slice(command.name.split(' ').length), terminal)
}

export function allCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(commands).map((load) => load()))
}

/** The commands that an unknown name may mean: those that begin alike, else the nearest one. Null without a name. */
async function similarCommands(words: readonly string[]): Promise<readonly Command[] | null> {
  const [first] = words
  if (first === undefined) return null
  const names = Object.keys(commands)
  const alike = names.filter((name) => name.split(' ')[0] === first)
  const nearest = nearestName(words.slice(0, 2).join(' '), names)
  const similar = alike.length > 0 || nearest === null ? alike : [nearest]
  return Promise.all(similar.flatMap((name) => commands[name]?.() ?? []))
}

async function perform(command: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { answer, failed = false, isEdited = false } = await command.run(args, terminal)
    // One line for programs, several for people.
    terminal.log(JSON.stringify(answer, null, terminal.isOutputShown || isEdited ? 2 : 0))
    return failed ? 1 : 0
  } catch (error) {
    terminal.error(failureText(error))
    if (error instanceof UsageError) terminal.error(`Usage: ${callOf(command)}`)
    return 1
  }
}

/** The commands by name. A command is loaded when it is called: each loads only the modules that it needs. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  'tenant create': async () => (await import('./tenants/tenants.ts')).tenantCreate,
  'tenant list': async () => (await import('./tenants/tenants.ts')).tenantList,
  'tenant disable': async () => (await import('./tenants/tenants.ts')).tenantDisable,
  'tenant enable': async () => (await import('./tenants/tenants.ts')).tenantEnable,
  'tenant isolate': async () => (await import('./tenants/tenants.ts')).tenantIsolate,
  'key create': async () => (await import('./keys/keys.ts')).keyCreate,
  'key list': async () => (await import('./keys/keys.ts')).keyList,
  'key roll': async () => (await import('./keys/keys.ts')).keyRoll,
  'key revoke': async () => (await import('./keys/keys.ts')).keyRevoke,
  'signing-key roll': async () => (await import('./keys/keys.ts')).signingKeyRoll,
  'secret-key rotate': async () => (await import('./keys/secret-key-rotate.ts')).secretKeyRotate,
  'program get': async () => (await import('./programs/programs.ts')).programGet,
  'program set': async () => (await import('./programs/programs.ts')).programSet,
  'connection set': async () => (await import('./connections/connections.ts')).connectionSet,
  'connection show': async () => (await import('./connections/connections.ts')).connectionShow,
  'connection check': async () => (await import('./connections/connections.ts')).connectionCheck,
  'connection remove': async () => (await import('./connections/connections.ts')).connectionRemove,
  'webhook list': async () => (await import('./webhooks/webhooks.ts')).webhookList,
  'webhook add': async () => (await import('./webhooks/webhooks.ts')).webhookAdd,
  'webhook remove': async () => (await import('./webhooks/webhooks.ts')).webhookRemove,
  'webhook rotate': async () => (await import('./webhooks/webhooks.ts')).webhookRotate,
  'webhook test': async () => (await import('./webhooks/webhooks.ts')).webhookTest,
  'webhook deliveries': async () => (await import('./webhooks/webhooks.ts')).webhookDeliveries,
  'webhook resend': async () => (await import('./webhooks/webhooks.ts')).webhookResend,
  'domain add': async () => (await import('./domains/domains.ts')).domainAdd,
  'domain check': async () => (await import('./domains/domains.ts')).domainCheck,
  'domain list': async () => (await import('./domains/domains.ts')).domainList,
  'domain remove': async () => (await import('./domains/domains.ts')).domainRemove,
  export: async () => (await import('./transfers/export.ts')).exportCommand,
  import: async () => (await import('./transfers/import.ts')).importCommand,
  'job list': async () => (await import('./jobs/jobs.ts')).jobList,
  'job retry': async () => (await import('./jobs/jobs.ts')).jobRetry,
  'person data': async () => (await import('./people/people.ts')).personData,
  'person erase': async () => (await import('./people/people.ts')).personErase,
  'person erasures': async () => (await import('./people/people.ts')).personErasures,
  'person erase-again': async () => (await import('./people/people.ts')).personEraseAgain,
  'staff invite': async () => (await import('./staff/staff.ts')).staffInvite,
  'staff list': async () => (await import('./staff/staff.ts')).staffList,
  'staff remove': async () => (await import('./staff/staff.ts')).staffRemove,
  'staff reset': async () => (await import('./staff/staff.ts')).staffReset,
  'demo link': async () => (await import('./demo/demo-link.ts')).demoLink,
  'statistics recount': async () => (await import('./statistics/statistics-recount.ts')).statisticsRecount,
  'audit list': async () => (await import('./audit/audit.ts')).auditList,
  'audit verify': async () => (await import('./audit/audit.ts')).auditVerify,
  migrate: async () => (await import('./database/migrate.ts')).migrate,
  // Before the command whose name it begins with.
  'backup erasures': async () => (await import('./database/backup.ts')).backupErasures,
  'backup key': async () => (await import('./database/backup.ts')).backupKey,
  'backup scheduled': async () => (await import('./database/backup-scheduled.ts')).backupScheduled,
  backup: async () => (await import('./database/backup.ts')).backup,
  restore: async () => (await import('./database/restore.ts')).restore,
  upgrade: async () => (await import('./upgrade/upgrade.ts')).upgrade,
  rollback: async () => (await import('./upgrade/rollback.ts')).rollback,
  'cluster distribute': async () => (await import('./cluster/cluster-distribute.ts')).clusterDistribute,
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  'monitoring alerts': async () => (await import('./monitoring/monitoring-files.ts')).monitoringAlerts,
  'monitoring dashboard': async () => (await import('./monitoring/monitoring-files.ts')).monitoringDashboard,
  refused: async () => (await import('./logs/refused.ts')).refused,
}

type Described = Pick<Command, 'name' | 'parameters' | 'summary'>

/** The command of an installed service, when none of these commands is called. */
const SERVER_COMMAND = 'goodword-server'
const start: Described = {
  name: 'start',
  parameters: '[--verbose]',
  summary: 'Run the service in this terminal, as its unit of systemd does.',
}
const SERVER_OPTIONS = [
  '',
  'Settings are those of the unit goodword.service of systemd, where there is one, and the command runs as its user. Options before it:',
  '  --unit <name or file>   another unit, such as goodword-worker',
  '  --settings <file>       a file with lines NAME=value, which go before those of the unit',
  '  --version               the version of this release',
]

/** The usage text, as the commands are called: by npm in a checkout, else by the command of an installed service. */
function usageOf(commands: readonly Described[], calledAs: string | undefined): string {
  const isInstalled = calledAs === SERVER_COMMAND
  return [
    `Usage: ${callOfProgram(calledAs)} <command>`,
    '',
    ...[...(isInstalled ? [start] : []), ...commands].flatMap(textOf),
    '',
    'Results are JSON on standard output. Errors go to standard error, with exit code 1.',
    'Commands work whether the service runs or not.',
    ...(isInstalled ? SERVER_OPTIONS : ['Use the same environment as for the service.']),
  ].join('\n')
}

/** The usage text of a few commands, for a call of one that does not exist. */
function shortUsageOf(commands: readonly Described[], calledAs: string | undefined): string {
  const call = callOfProgram(calledAs)
  return [
    `Usage: ${call} <command>`,
    '',
    ...commands.flatMap(textOf),
    '',
    `All commands: ${call} --help`,
  ].join('\n')
}

function callOfProgram(calledAs: string | undefined): string {
  return calledAs === SERVER_COMMAND ? SERVER_COMMAND : 'npm run --silent goodword --'
}

/** The usage text of one command. */
function textOf(command: Described): readonly string[] {
  return [`  ${callOf(command)}`, `      ${command.summary}`]
}

function callOf({ name, parameters }: Described): string {
  return `${name} ${parameters}`.trimEnd()
}

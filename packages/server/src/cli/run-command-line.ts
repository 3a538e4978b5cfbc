import { nearestName } from '@goodword/domain/values/nearest-name'
import { failureText } from '../start/report-failure.ts'
import { type Command, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'
import { callOf, shortUsageOf, textOf, usageOf } from './usage.ts'

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

/** The commands that what was called may have meant: those that begin alike, else the nearest one. Null when nothing was called. */
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

/** The commands by name. A command is loaded when it is called: each loads only what it needs of the service. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  'tenant create': async () => (await import('./tenants/tenant-create.ts')).tenantCreate,
  'tenant list': async () => (await import('./tenants/tenant-list.ts')).tenantList,
  'tenant disable': async () => (await import('./tenants/tenant-disable.ts')).tenantDisable,
  'tenant enable': async () => (await import('./tenants/tenant-enable.ts')).tenantEnable,
  'tenant isolate': async () => (await import('./tenants/tenant-isolate.ts')).tenantIsolate,
  'key create': async () => (await import('./keys/key-create.ts')).keyCreate,
  'key list': async () => (await import('./keys/key-list.ts')).keyList,
  'key roll': async () => (await import('./keys/key-roll.ts')).keyRoll,
  'key revoke': async () => (await import('./keys/key-revoke.ts')).keyRevoke,
  'signing-key roll': async () => (await import('./keys/signing-key-roll.ts')).signingKeyRoll,
  'secret-key rotate': async () => (await import('./keys/secret-key-rotate.ts')).secretKeyRotate,
  'program get': async () => (await import('./programs/program-get.ts')).programGet,
  'program set': async () => (await import('./programs/program-set.ts')).programSet,
  'connection set': async () => (await import('./connections/connection-set.ts')).connectionSet,
  'connection show': async () => (await import('./connections/connection-show.ts')).connectionShow,
  'connection check': async () => (await import('./connections/connection-check.ts')).connectionCheck,
  'connection remove': async () => (await import('./connections/connection-remove.ts')).connectionRemove,
  'webhook list': async () => (await import('./webhooks/webhook-list.ts')).webhookList,
  'webhook add': async () => (await import('./webhooks/webhook-add.ts')).webhookAdd,
  'webhook remove': async () => (await import('./webhooks/webhook-remove.ts')).webhookRemove,
  'webhook rotate': async () => (await import('./webhooks/webhook-rotate.ts')).webhookRotate,
  'webhook test': async () => (await import('./webhooks/webhook-test.ts')).webhookTest,
  'webhook deliveries': async () => (await import('./webhooks/webhook-deliveries.ts')).webhookDeliveries,
  'webhook resend': async () => (await import('./webhooks/webhook-resend.ts')).webhookResend,
  'domain add': async () => (await import('./domains/domain-add.ts')).domainAdd,
  'domain check': async () => (await import('./domains/domain-check.ts')).domainCheck,
  'domain list': async () => (await import('./domains/domain-list.ts')).domainList,
  'domain remove': async () => (await import('./domains/domain-remove.ts')).domainRemove,
  export: async () => (await import('./transfers/export.ts')).exportCommand,
  import: async () => (await import('./transfers/import.ts')).importCommand,
  'job list': async () => (await import('./jobs/job-list.ts')).jobList,
  'job retry': async () => (await import('./jobs/job-retry.ts')).jobRetry,
  'person data': async () => (await import('./people/person-data.ts')).personData,
  'person erase': async () => (await import('./people/person-erase.ts')).personErase,
  'person erasures': async () => (await import('./people/person-erasures.ts')).personErasures,
  'person erase-again': async () => (await import('./people/person-erase-again.ts')).personEraseAgain,
  'staff invite': async () => (await import('./staff/staff-invite.ts')).staffInvite,
  'staff list': async () => (await import('./staff/staff-list.ts')).staffList,
  'staff remove': async () => (await import('./staff/staff-remove.ts')).staffRemove,
  'staff reset': async () => (await import('./staff/staff-reset.ts')).staffReset,
  'demo link': async () => (await import('./demo/demo-link.ts')).demoLink,
  'statistics recount': async () => (await import('./statistics/statistics-recount.ts')).statisticsRecount,
  'audit list': async () => (await import('./audit/audit-list.ts')).auditList,
  'audit verify': async () => (await import('./audit/audit-verify.ts')).auditVerify,
  migrate: async () => (await import('./database/migrate.ts')).migrate,
  // Before the command whose name it begins with.
  'backup erasures': async () => (await import('./database/backup-erasures.ts')).backupErasures,
  'backup key': async () => (await import('./database/backup-key.ts')).backupKey,
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

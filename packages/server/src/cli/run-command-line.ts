import { failureText } from '../start/report-failure.ts'
import { auditList } from './audit/audit-list.ts'
import { auditVerify } from './audit/audit-verify.ts'
import { clusterDistribute } from './cluster/cluster-distribute.ts'
import { type Command, UsageError } from './command.ts'
import { connectionCheck } from './connections/connection-check.ts'
import { connectionRemove } from './connections/connection-remove.ts'
import { connectionSet } from './connections/connection-set.ts'
import { connectionShow } from './connections/connection-show.ts'
import { backup } from './database/backup.ts'
import { migrate } from './database/migrate.ts'
import { restore } from './database/restore.ts'
import { doctor } from './doctor/doctor.ts'
import { domainAdd } from './domains/domain-add.ts'
import { domainList } from './domains/domain-list.ts'
import { domainRemove } from './domains/domain-remove.ts'
import { jobList } from './jobs/job-list.ts'
import { jobRetry } from './jobs/job-retry.ts'
import { keyCreate } from './keys/key-create.ts'
import { keyList } from './keys/key-list.ts'
import { keyRevoke } from './keys/key-revoke.ts'
import { keyRoll } from './keys/key-roll.ts'
import { secretKeyReplace } from './keys/secret-key-replace.ts'
import { signingKeyRoll } from './keys/signing-key-roll.ts'
import { personData } from './people/person-data.ts'
import { personErase } from './people/person-erase.ts'
import { personEraseAgain } from './people/person-erase-again.ts'
import { personErasures } from './people/person-erasures.ts'
import { programGet } from './programs/program-get.ts'
import { programSet } from './programs/program-set.ts'
import { staffInvite } from './staff/staff-invite.ts'
import { staffList } from './staff/staff-list.ts'
import { staffRemove } from './staff/staff-remove.ts'
import { staffReset } from './staff/staff-reset.ts'
import { statisticsRecount } from './statistics/statistics-recount.ts'
import { tenantCreate } from './tenants/tenant-create.ts'
import { tenantDisable } from './tenants/tenant-disable.ts'
import { tenantEnable } from './tenants/tenant-enable.ts'
import { tenantIsolate } from './tenants/tenant-isolate.ts'
import { tenantList } from './tenants/tenant-list.ts'
import type { Terminal } from './terminal.ts'
import { exportCommand } from './transfers/export.ts'
import { importCommand } from './transfers/import.ts'
import { callOf, usageOf } from './usage.ts'
import { webhookAdd } from './webhooks/webhook-add.ts'
import { webhookDeliveries } from './webhooks/webhook-deliveries.ts'
import { webhookList } from './webhooks/webhook-list.ts'
import { webhookRemove } from './webhooks/webhook-remove.ts'
import { webhookResend } from './webhooks/webhook-resend.ts'
import { webhookRotate } from './webhooks/webhook-rotate.ts'
import { webhookTest } from './webhooks/webhook-test.ts'

/** Runs one command of the operator's; answers its exit code. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    terminal.log(usageOf(commands))
    return 0
  }
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word))
  if (command === undefined) {
    if (args.length > 0) terminal.error(`There is no command "${args.slice(0, 2).join(' ')}".\n`)
    terminal.error(usageOf(commands))
    return 1
  }
  return perform(command, args.slice(command.name.split(' ').length), terminal)
}

async function perform(command: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { answer, failed = false } = await command.run(args, terminal)
    // One line for programs, several for people.
    terminal.log(JSON.stringify(answer, null, terminal.isOutputShown ? 2 : 0))
    return failed ? 1 : 0
  } catch (error) {
    terminal.error(failureText(error))
    if (error instanceof UsageError) terminal.error(`Usage: ${callOf(command)}`)
    return 1
  }
}

const commands: readonly Command[] = [
  tenantCreate,
  tenantList,
  tenantDisable,
  tenantEnable,
  tenantIsolate,
  keyCreate,
  keyList,
  keyRoll,
  keyRevoke,
  signingKeyRoll,
  secretKeyReplace,
  programGet,
  programSet,
  connectionSet,
  connectionShow,
  connectionCheck,
  connectionRemove,
  webhookList,
  webhookAdd,
  webhookRemove,
  webhookRotate,
  webhookTest,
  webhookDeliveries,
  webhookResend,
  domainAdd,
  domainList,
  domainRemove,
  exportCommand,
  importCommand,
  jobList,
  jobRetry,
  personData,
  personErase,
  personErasures,
  personEraseAgain,
  staffInvite,
  staffList,
  staffRemove,
  staffReset,
  statisticsRecount,
  auditList,
  auditVerify,
  migrate,
  backup,
  restore,
  clusterDistribute,
  doctor,
]

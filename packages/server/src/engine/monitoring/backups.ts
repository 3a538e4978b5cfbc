import { backupDefinitions } from '../metrics/backup-metrics.ts'
import { each, lowest, series } from './queries.ts'
import type { Section } from './section.ts'

/** A backup takes its time, and one that failed is tried again. */
const LATE_SECONDS = 3600

export const backups: Section = {
  title: 'Backups',
  panels: [
    {
      title: 'Age of the newest backup',
      description:
        'Of those in BACKUP_DIR that were read back. Nothing is shown where the service makes no backups.',
      unit: 's',
      queries: {
        age: lowest(backupDefinitions.age, []),
        interval: lowest(backupDefinitions.interval, []),
      },
    },
    {
      title: 'Disk of the backups',
      queries: {
        '{{instance}} free': each(backupDefinitions.free),
        '{{instance}} size': each(backupDefinitions.size),
      },
    },
  ],
  alerts: [
    {
      name: 'GoodwordBackupOverdue',
      when: `${series(backupDefinitions.age)} > 2 * ${series(backupDefinitions.interval)} + ${LATE_SECONDS}`,
      lasting: '5m',
      severity: 'critical',
      summary: 'The newest good backup is older than two intervals.',
      description: 'The log lines "backup failed" say why; "backup scheduled" tries it at once.',
    },
    {
      name: 'GoodwordBackupDiskNearlyFull',
      when: `${series(backupDefinitions.free)} / ${series(backupDefinitions.size)} < 0.1`,
      lasting: '5m',
      severity: 'warning',
      summary: 'Less than a tenth of the disk of BACKUP_DIR is free.',
      description: 'Move backups to another machine, lower BACKUP_KEEP, or enlarge the disk.',
    },
  ],
}

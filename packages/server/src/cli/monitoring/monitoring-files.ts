import { prometheusRules } from '../../engine/monitoring/alert-rules.ts'
import { grafanaDashboard } from '../../engine/monitoring/dashboard.ts'
import { sections } from '../../engine/monitoring/sections.ts'
import { type Command, readArguments } from '../command.ts'

export const monitoringAlerts: Command = {
  name: 'monitoring alerts',
  parameters: '',
  summary: 'Print the alert rules of this release for Prometheus (rule_files).',
  async run(args) {
    readArguments(args, [])
    return { answer: prometheusRules(sections), isEdited: true }
  },
}

export const monitoringDashboard: Command = {
  name: 'monitoring dashboard',
  parameters: '',
  summary: 'Print the dashboard of this release for Grafana (Dashboards, New, Import).',
  async run(args) {
    readArguments(args, [])
    return { answer: grafanaDashboard(sections), isEdited: true }
  },
}

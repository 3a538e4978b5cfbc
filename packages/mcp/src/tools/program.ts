import { recordId } from '@goodword/contract/frame/values'
import { FraudRules } from '@goodword/contract/fraud/fraud-rules'
import { FraudSimulation, FraudSimulationRequest } from '@goodword/contract/fraud/fraud-simulation'
import { Attention } from '@goodword/contract/program/attention'
import { Integration } from '@goodword/contract/program/integration'
import { Program } from '@goodword/contract/program/program'
import { askedDays } from '@goodword/contract/statistics/statistics'
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'

export const getProgram = defineTool({
  name: 'get_program',
  title: 'Read the program',
  description:
    'Returns all settings of the program: what friends and referrers get, conditions, share links, fraud rules, the widget and e-mails.',
  input: Type.Object({}),
  output: Program,
  run: ({ client, signal }) => client.readProgram({ signal }),
})

const { from, to, rules } = FraudSimulationRequest.properties

export const simulateFraudRules = defineTool({
  name: 'simulate_fraud_rules',
  title: 'Try fraud rules on the past',
  description:
    'Tries modes and thresholds of fraud rules on the referrals of up to 90 days, before anybody saves them in the program: how many would have been held, what their rewards are worth, and how staff decided about the same referrals. Nothing is held. While `state` is `RUNNING`, call again with the `simulationId` alone.',
  input: Type.Object({
    from,
    to,
    rules: Type.Optional(rules),
    simulationId: Type.Optional(recordId('A simulation that was `RUNNING`, instead of the other arguments.')),
  }),
  output: FraudSimulation,
  async run({ client, signal }, { simulationId, rules = [], ...days }) {
    if (simulationId !== undefined) return client.readFraudSimulation({ params: { simulationId }, signal })
    const { answer } = await client.createFraudSimulation({ body: { ...days, rules }, signal })
    return answer
  },
})

export const getFraudReport = defineTool({
  name: 'get_fraud_report',
  title: 'Report on fraud rules',
  description:
    'Returns each fraud rule with its mode, how many referrals it flagged in a range of days, and how those were decided: how often a rule is right.',
  input: Type.Object(askedDays),
  output: FraudRules,
  run: ({ client, signal }, query) => client.readFraudRules({ query, signal }),
})

export const checkIntegration = defineTool({
  name: 'check_integration',
  title: 'Check the integration',
  description:
    'Returns for each step of an integration whether it was seen and what is missing, and what needs attention now: a connection that does not work, failing webhooks and jobs, keys that expire.',
  input: Type.Object({}),
  output: Type.Object({ integration: Integration, attention: Attention }),
  async run({ client, signal }) {
    const [integration, attention] = await Promise.all([
      client.readIntegration({ signal }),
      client.readAttention({ signal }),
    ])
    return { integration, attention }
  },
})

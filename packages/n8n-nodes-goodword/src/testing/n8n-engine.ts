import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'

// n8n's own engine, without its editor and its database. Its types are not installed here, so this file says what it uses.

type Json = { readonly [name: string]: unknown }
type Item = { readonly json: Json }
type NodeRun = {
  readonly error?: { readonly message: string; readonly description?: string }
  readonly data?: { readonly main: readonly (readonly Item[] | null)[] }
}
type Run = {
  readonly data: { readonly resultData: { readonly runData: Readonly<Record<string, readonly NodeRun[]>> } }
}
export type Step = { readonly name: string; readonly type: string; readonly parameters: Json }
type NodeClass = {
  readonly webhookMethods?: {
    readonly default: Readonly<
      Record<'checkExists' | 'create' | 'delete', (this: unknown) => Promise<boolean>>
    >
  }
  readonly webhook?: (this: unknown) => Promise<{ readonly workflowData?: readonly (readonly Item[])[] }>
}
type Workflow = { readonly getNode: (name: string) => object; readonly staticData: Json }

const MODE = 'trigger'

/** The engine of a folder that n8n is installed in, with the nodes of a built package and a connection of theirs. */
export async function openEngine(platform: string, nodes: string, connection: Json) {
  const require = createRequire(join(platform, 'package.json'))
  // It prints every refusal.
  process.env.N8N_LOG_LEVEL = 'silent'
  const core = require('n8n-core')
  const engine = require('n8n-workflow')
  const loader = new core.PackageDirectoryLoader(nodes)
  await loader.loadAll()
  const classOf = (type: string): NodeClass => loader.getNode(type.split('.').at(-1)).type
  const nodeTypes = { getByName: classOf, getByNameAndVersion: classOf, getKnownTypes: () => ({}) }
  const credential = loader.getCredential('goodwordApi').type
  const givenCredentials = {
    getParentTypes: () => [],
    isCredentialUsableByNode: () => true,
    getDecrypted: async () => connection,
    preAuthentication: async () => undefined,
    authenticate: (given: Json, _type: string, request: Json) => credential.authenticate(given, request),
    getCredentialsProperties: () => credential.properties,
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterAll(() => void server.close())
  let receive = async (_request: IncomingMessage, _response: ServerResponse): Promise<void> => {}
  let executions = 0

  function additional(more: object = {}) {
    executions += 1
    const executionId = String(executions)
    return {
      credentialsHelper: givenCredentials,
      executionId,
      hooks: new core.ExecutionLifecycleHooks(MODE, executionId, {}),
      currentNodeExecutionIndex: 0,
      variables: {},
      webhookBaseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
      webhookWaitingBaseUrl: 'http://127.0.0.1/waiting',
      formWaitingBaseUrl: 'http://127.0.0.1/waiting',
      instanceBaseUrl: 'http://127.0.0.1/',
      setExecutionStatus: () => {},
      ...more,
    }
  }

  /** A workflow of these steps, one after the other. */
  function workflowOf(steps: readonly Step[]): Workflow {
    const connections = Object.fromEntries(
      steps
        .slice(1)
        .map(({ name }, index) => [steps[index]?.name, { main: [[{ node: name, type: 'main', index: 0 }]] }]),
    )
    const given = steps.map(({ name, type, parameters }, index) => ({
      id: `node-${index}`,
      webhookId: `hook-${index}`,
      name,
      type: `n8n-nodes-goodword.${type}`,
      typeVersion: 1,
      position: [0, 0],
      parameters,
      credentials: { goodwordApi: { id: '1', name: 'Goodword' } },
    }))
    return new engine.Workflow({ id: 'workflow', nodes: given, connections, active: true, nodeTypes })
  }

  return {
    /** Runs a workflow from its first step, which has `input` or, for a trigger, gave it. Returns what the last step gave. */
    async run(steps: readonly Step[], input: readonly Item[] = [{ json: {} }]): Promise<readonly Json[]> {
      const workflow = workflowOf(steps)
      const [first, last] = [steps[0], steps.at(-1)]
      if (first === undefined || last === undefined) throw new Error('a workflow has steps')
      const pinData = first.type.endsWith('Trigger') ? { [first.name]: input } : undefined
      const execution = new core.WorkflowExecute(additional(), MODE)
      const { data }: Run = await execution.run({
        workflow,
        startNode: workflow.getNode(first.name),
        pinData,
      })
      const failed = Object.values(data.resultData.runData)
        .flat()
        .find(({ error }) => error !== undefined)
      if (failed?.error !== undefined)
        throw new Error(`${failed.error.message} ${failed.error.description ?? ''}`)
      return data.resultData.runData[last.name]?.[0]?.data?.main[0]?.map(({ json }) => json) ?? []
    },

    /** A workflow that begins with the trigger: turned on and off as n8n does it, and what its webhook let through. */
    trigger(step: Step) {
      const workflow = workflowOf([step])
      const node = workflow.getNode(step.name)
      const { webhookMethods, webhook } = classOf(step.type)
      const started: Item[] = []
      receive = async (request, response) => {
        const rawBody = await buffer(request)
        const httpRequest = Object.assign(request, { rawBody, body: JSON.parse(rawBody.toString()) })
        const httpResponse = Object.assign(response, {
          status: (code: number) => Object.assign(response, { statusCode: code }),
          send: (text: string) => response.end(text),
        })
        const context = new core.WebhookContext(
          ...[workflow, node, additional({ httpRequest, httpResponse }), MODE],
          ...[{ node: step.name, path: 'webhook' }, [], null],
        )
        const result = await webhook?.call(context)
        if (result?.workflowData === undefined) return
        started.push(...result.workflowData.flat())
        response.end()
      }
      const hook = (method: 'checkExists' | 'create' | 'delete') =>
        webhookMethods?.default[method].call(
          new core.HookContext(workflow, node, additional(), MODE, 'activate'),
        )
      return {
        started,
        staticData: workflow.staticData,
        turnOn: async () => (await hook('checkExists')) || (await hook('create')),
        turnOff: () => hook('delete'),
      }
    },
  }
}

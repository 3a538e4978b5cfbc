import {
  type IDataObject,
  type IHookFunctions,
  type IHttpRequestMethods,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
} from 'n8n-workflow'
import { eventOptions } from './options'
import { isSigned } from './signature'

type Receiver = { readonly id: string; readonly url: string; readonly secret?: string }

/**
 * Starts a workflow with events. Turning the workflow on creates a webhook receiver, turning it off deletes that; requests that the
 * receiver's secret did not sign are refused.
 */
export class GoodwordTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Goodword Trigger',
    name: 'goodwordTrigger',
    icon: { light: 'file:goodword.svg', dark: 'file:goodword.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens in a referral program',
    defaults: { name: 'Goodword Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'goodwordApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        options: eventOptions,
        default: ['referral.converted'],
      },
      {
        displayName: 'With Names and Email Addresses',
        name: 'includePersonalData',
        type: 'boolean',
        default: false,
        description: 'Whether events contain the users that they name, in addition to IDs and amounts',
      },
    ],
  }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const url = this.getNodeWebhookUrl('default')
        const present = (await receivers(this)).find((it) => it.url === url)
        if (present === undefined) return false
        const { webhookId, secret } = this.getWorkflowStaticData('node')
        if (present.id === webhookId && typeof secret === 'string') {
          // n8n was restarted: what waited for it is sent now.
          await call(this, 'PUT', `/webhooks/${present.id}`, { ...settingsOf(this), enabled: true })
          return true
        }
        // The secret of this one is lost, so a new one takes its place.
        await call(this, 'DELETE', `/webhooks/${present.id}`)
        return false
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const receiver = await call(this, 'POST', '/webhooks', {
          url: this.getNodeWebhookUrl('default'),
          description: 'n8n',
          ...settingsOf(this),
        })
        const { id, secret } = receiver as unknown as Receiver
        Object.assign(this.getWorkflowStaticData('node'), { webhookId: id, secret })
        return true
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const stored = this.getWorkflowStaticData('node')
        // It may have been deleted in the portal.
        const present = (await receivers(this)).find(({ id }) => id === stored.webhookId)
        if (present !== undefined) await call(this, 'DELETE', `/webhooks/${present.id}`)
        delete stored.webhookId
        delete stored.secret
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = this.getWorkflowStaticData('node')
    const { rawBody } = this.getRequestObject()
    if (typeof secret !== 'string' || !isSigned(rawBody, this.getHeaderData(), secret)) {
      this.getResponseObject().status(401).send('The signature is not valid.').end()
      return { noWebhookResponse: true }
    }
    return { workflowData: [this.helpers.returnJsonArray(this.getBodyData())] }
  }
}

async function receivers(context: IHookFunctions): Promise<readonly Receiver[]> {
  const { webhooks } = await call(context, 'GET', '/webhooks', undefined, { limit: 100 })
  return webhooks as unknown as readonly Receiver[]
}

/** The settings of the receiver by the user of n8n. */
function settingsOf(context: IHookFunctions): IDataObject {
  return {
    types: context.getNodeParameter('events') as string[],
    includePersonalData: context.getNodeParameter('includePersonalData') as boolean,
  }
}

/** Calls the service, and shows its refusals as n8n shows them. */
async function call(
  context: IHookFunctions,
  method: IHttpRequestMethods,
  path: string,
  body?: IDataObject,
  qs?: IDataObject,
): Promise<IDataObject> {
  const { baseUrl, tenantAlias } = await context.getCredentials('goodwordApi')
  const url = `${baseUrl}/api/v1/${tenantAlias}${path}`
  const options = { method, url, body, qs, json: true }
  try {
    return await context.helpers.httpRequestWithAuthentication.call(context, 'goodwordApi', options)
  } catch (error) {
    throw new NodeApiError(context.getNode(), error as JsonObject)
  }
}

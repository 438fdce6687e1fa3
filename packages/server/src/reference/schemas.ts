import {
  citationSchema,
  citationVerificationSchema,
  deltaSchema,
  errorBodySchema,
  LIMITS,
  metadataSchema,
  querySchema,
  type ResearchEventType,
  researchEventSchema,
  researchFailedSchema,
  researchOptionsSchema,
  researchRequestSchema,
  researchResultSchema,
  retrievedResearchSchema,
  sourceAnchorSchema,
  sourceSchema,
  sourceSummarySchema,
  toolCallRecordSchema,
  toolCallStartedSchema,
  usageSchema,
} from '@deep-research/sdk/contract'
import * as z from 'zod'
import { DESCRIPTIONS, type Described } from './descriptions.ts'
import { SAMPLE_EVENTS } from './samples.ts'

/** A JSON Schema in the form that OpenAPI 3.0 uses. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

const [answerDelta, thinkingDelta, toolCallStarted, toolCallCompleted, completed, failed] = researchEventSchema.options

// Every object has a name, because generators make one up for an object that has none.
const NAMED = {
  ResearchRequest: researchRequestSchema,
  ResearchOptions: researchOptionsSchema,
  ResearchEvent: researchEventSchema,
  AnswerDeltaEvent: answerDelta,
  ThinkingDeltaEvent: thinkingDelta,
  ToolCallStartedEvent: toolCallStarted,
  ToolCallCompletedEvent: toolCallCompleted,
  ResearchCompletedEvent: completed,
  ResearchFailedEvent: failed,
  Delta: deltaSchema,
  ToolCallStarted: toolCallStartedSchema,
  ToolCallRecord: toolCallRecordSchema,
  ToolCallError: toolCallRecordSchema.shape.error.unwrap(),
  ResearchResult: researchResultSchema,
  Citation: citationSchema,
  CitationVerification: citationVerificationSchema,
  CitationChecks: citationVerificationSchema.shape.checks,
  SourceAnchor: sourceAnchorSchema,
  Source: sourceSchema,
  SummarySource: sourceSummarySchema.shape.source,
  SourceSummary: sourceSummarySchema,
  Usage: usageSchema,
  Degradation: usageSchema.shape.degraded.unwrap().element,
  ResearchFailed: researchFailedSchema,
  Failure: researchFailedSchema.shape.error,
  RetrievedResearch: retrievedResearchSchema,
  Error: errorBodySchema,
  ErrorDetails: errorBodySchema.shape.error,
} as const

export type SchemaName = keyof typeof NAMED

/** A reference to a named schema in the document. */
export function refTo(name: SchemaName): { $ref: string } {
  return { $ref: uri(name) }
}

const uri = (name: string) => `#/components/schemas/${name}`

/** The contract's schemas by name, referring to each other. */
export function namedSchemas(): Record<SchemaName, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri,
    io: 'input',
    target: 'openapi-3.0',
    override: ({ zodSchema, jsonSchema }) => limit(zodSchema, jsonSchema),
  })
  const plain = Object.entries(schemas).map(([name, { $schema: _, $id: __, id: ___, ...schema }]) => [
    name,
    described(name as SchemaName, schema),
  ])
  return Object.fromEntries(plain) as Record<SchemaName, JsonSchema>
}

/** Adds descriptions to a schema and its fields. In OpenAPI 3.0 nothing may stand beside a `$ref`. */
function described(name: SchemaName, schema: JsonSchema): JsonSchema {
  const told: Record<SchemaName, Described> = DESCRIPTIONS
  const { of: description, fields } = told[name]
  if (schema.oneOf || schema.anyOf) {
    const mapping = Object.fromEntries(EVENTS.map(([type, event]) => [type, uri(event)]))
    const oneOf = EVENTS.map(([, event]) => refTo(event))
    return { description, oneOf, discriminator: { propertyName: 'type', mapping } }
  }
  const properties = Object.entries(schema.properties ?? {}).map(([field, own]) => {
    const { $ref, ...rest } = own as JsonSchema
    const means = fields[field] === undefined ? {} : { description: fields[field] }
    return [field, $ref === undefined ? { ...rest, ...means } : { allOf: [{ $ref }], ...means }]
  })
  const type = EVENTS.find(([, event]) => event === name)?.[0]
  const example = SAMPLE_EVENTS.find((sample) => sample.type === type)
  return { ...schema, description, properties: Object.fromEntries(properties), ...(example && { example }) }
}

const EVENTS: readonly (readonly [ResearchEventType, SchemaName])[] = [
  ['research.answer.delta', 'AnswerDeltaEvent'],
  ['research.thinking.delta', 'ThinkingDeltaEvent'],
  ['research.tool_call.started', 'ToolCallStartedEvent'],
  ['research.tool_call.completed', 'ToolCallCompletedEvent'],
  ['research.completed', 'ResearchCompletedEvent'],
  ['research.failed', 'ResearchFailedEvent'],
]

/** Adds limits that the contract checks in code and JSON Schema can also express; both count code points. */
function limit(checked: z.core.$ZodTypes, schema: JsonSchema): void {
  if (checked === (querySchema as unknown)) Object.assign(schema, { minLength: 1, maxLength: LIMITS.queryCodePoints })
  // The format is enough, and some generators cannot handle so long a pattern.
  if (schema.format !== undefined) delete schema.pattern
  // Every whole number has this limit, so it says nothing.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (checked === (metadataSchema as unknown)) schema.maxProperties = LIMITS.metadataKeys
}

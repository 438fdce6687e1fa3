import {
  citationSchema,
  deltaSchema,
  errorBodySchema,
  LIMITS,
  metadataSchema,
  querySchema,
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

/** A JSON Schema of the 2020-12 draft, as OpenAPI 3.1 takes it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

const NAMED = {
  ResearchRequest: researchRequestSchema,
  ResearchOptions: researchOptionsSchema,
  ResearchEvent: researchEventSchema,
  Delta: deltaSchema,
  ToolCallStarted: toolCallStartedSchema,
  ToolCallRecord: toolCallRecordSchema,
  ResearchResult: researchResultSchema,
  Citation: citationSchema,
  SourceAnchor: sourceAnchorSchema,
  Source: sourceSchema,
  SourceSummary: sourceSummarySchema,
  Usage: usageSchema,
  ResearchFailed: researchFailedSchema,
  RetrievedResearch: retrievedResearchSchema,
  Error: errorBodySchema,
} as const

export type SchemaName = keyof typeof NAMED

/** Where a named schema stands in the document. */
export function refTo(name: SchemaName): { $ref: string } {
  return { $ref: uri(name) }
}

const uri = (name: string) => `#/components/schemas/${name}`

/** The contract's schemas under their names, each referring to the others. */
export function namedSchemas(): Record<SchemaName, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri,
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => limit(zodSchema, jsonSchema),
  })
  const plain = Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema])
  return Object.fromEntries(plain) as Record<SchemaName, JsonSchema>
}

/** What the contract checks by code and JSON Schema can say all the same; its lengths count code points, too. */
function limit(checked: z.core.$ZodTypes, schema: JsonSchema): void {
  if (checked === (querySchema as unknown)) Object.assign(schema, { minLength: 1, maxLength: LIMITS.queryCodePoints })
  if (checked === (metadataSchema as unknown)) schema.maxProperties = LIMITS.metadataKeys
}

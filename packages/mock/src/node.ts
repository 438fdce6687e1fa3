/**
 * The parts that need Node: the mock on a real port, and recordings of real streams.
 *
 * @module @deep-research/mock/node
 */

export { CONTROL_PATH } from './port/control.ts'
export { type RecordOptions, readRecording, recordStream, writeRecording } from './port/record-stream.ts'
export { type MockServer, type MockServerOptions, startMockServer } from './port/start-mock-server.ts'
export type { MockControls, MockOptions, MockScope, MockService, ScopeOptions } from './service.ts'

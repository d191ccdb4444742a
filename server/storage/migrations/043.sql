CREATE INDEX "audit_entry_taken_back_ix" ON "audit_entry" USING gin ((after -> 'sampleCodes')) WHERE action = 'summary.cancel';

BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'cronica.log','tables','2026-11-30 03:14:49.865345+00:00');
CREATE TABLE commands (
        game INTEGER NOT NULL REFERENCES games (key),
        seq INTEGER NOT NULL,
        command_id TEXT NOT NULL,
        seat TEXT,
        text TEXT NOT NULL,
        recorded_at INTEGER NOT NULL,
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID
    ;
INSERT INTO "commands" VALUES(1,1,'0123456789abcdef0123456789abcdef',NULL,'new',1700000000000);
INSERT INTO "commands" VALUES(1,3,'c2','ana','look',1700000003000);
INSERT INTO "commands" VALUES(1,6,'c3','rui','part 0',1700000004500);
INSERT INTO "commands" VALUES(1,8,'c3','rui','part 1',1700000004500);
INSERT INTO "commands" VALUES(1,10,'c3','rui','part 2',1700000004500);
INSERT INTO "commands" VALUES(2,1,'made elsewhere',NULL,'new',1700000001500);
INSERT INTO "commands" VALUES(2,2,'c2','ana','odd',1700000006000);
INSERT INTO "commands" VALUES(2,7,'c3',NULL,'fork',1700000007500);
CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games (key),
        seq INTEGER NOT NULL,
        type TEXT NOT NULL,
        version INTEGER NOT NULL,
        data TEXT NOT NULL,
        visible_to TEXT,
        seal BLOB NOT NULL CHECK (length(seal) = 32),
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID
    ;
INSERT INTO "events" VALUES(1,1,'GameStarted',1,'{"kind":"toy","name":"one","seats":[{"id":"ana"},{"id":"rui"}],"box":{"name":"Vila à beira","numbers":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,131,132,133,134,135,136,137,138,139,140,141,142,143,144,145,146,147,148,149,150,151,152,153,154,155,156,157,158,159,160,161,162,163,164,165,166,167,168,169,170,171,172,173,174,175,176,177,178,179,180,181,182,183,184,185,186,187,188,189,190,191,192,193,194,195,196,197,198,199,200,201,202,203,204,205,206,207,208,209,210,211,212,213,214,215,216,217,218,219,220,221,222,223,224,225,226,227,228,229,230,231,232,233,234,235,236,237,238,239,240,241,242,243,244,245,246,247,248,249,250,251,252,253,254,255,256,257,258,259,260,261,262,263,264,265,266,267,268,269,270,271,272,273,274,275,276,277,278,279,280,281,282,283,284,285,286,287,288,289,290,291,292,293,294,295,296,297,298,299]}}',NULL,X'8E1602F40E2A9DF1D30752AE2D23423CD6D1B6CC885A9257052FE39D2C7E9111');
INSERT INTO "events" VALUES(1,2,'ChoiceDue',1,'{"seat":"ana","choice":"turn"}',NULL,X'26CBFADBEEE804B77D1D2BC5F983F21A8AA284F7DEC341BF83FC1744D5C8A8A6');
INSERT INTO "events" VALUES(1,3,'Looked',2,'{"card":9}','["ana","rui"]',X'618CED5237CAC422C1014BBB0A69C970242801FEC5198AE5FFEEF5476BCB8E91');
INSERT INTO "events" VALUES(1,4,'Looked',2,'{"card":9}','[]',X'51E977B73CB250569C920A9D2452E610281F806569BB9D349F55B3D17F674F33');
INSERT INTO "events" VALUES(1,5,'Looked',2,'{"card":9}',NULL,X'D530BE839BA053F9E9BFFE5C69C93C71C24BD7A21F76EA61831E25E2FF42FCD0');
INSERT INTO "events" VALUES(1,6,'Said',1,'{"text":"é \"0\""}',NULL,X'68998C4F9106417437A8E41A00CF170673BABE38BF508EF8C9DA4484C878BF3D');
INSERT INTO "events" VALUES(1,7,'ChoiceDue',1,'{"seat":"ana","choice":"turn"}',NULL,X'F8001B9CD5F63C06C7442979C600820D059FF47B0276A8649BF008BE023BDE33');
INSERT INTO "events" VALUES(1,8,'Said',1,'{"text":"é \"1\""}',NULL,X'BB7F04FE549620D9C5FB343E7BBEB8C229D943946EE6EB7516EBD831937BD9C7');
INSERT INTO "events" VALUES(1,9,'ChoiceDue',1,'{"seat":"ana","choice":"turn"}',NULL,X'E45D0E73A2C8D98970E10216CD5FA21FA605B9AC2FD6BD0316F8769538F83541');
INSERT INTO "events" VALUES(1,10,'Said',1,'{"text":"é \"2\""}',NULL,X'B8F34966C48226E48D1F0395CF1B50914BAEBD1C8E4AF2C782B6F9352B6A3A0A');
INSERT INTO "events" VALUES(1,11,'ChoiceDue',1,'{"seat":"ana","choice":"turn"}',NULL,X'D78C748BEEC3A943D2BD0F8DAE2547D0A6ED1CCBF5F7379154F2C7C1BD95C828');
INSERT INTO "events" VALUES(2,1,'GameStarted',1,'{"kind":"toy","name":"two — “dois”","seats":[{"id":"ana"}],"box":{"name":"Vila à beira","numbers":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,131,132,133,134,135,136,137,138,139,140,141,142,143,144,145,146,147,148,149,150,151,152,153,154,155,156,157,158,159,160,161,162,163,164,165,166,167,168,169,170,171,172,173,174,175,176,177,178,179,180,181,182,183,184,185,186,187,188,189,190,191,192,193,194,195,196,197,198,199,200,201,202,203,204,205,206,207,208,209,210,211,212,213,214,215,216,217,218,219,220,221,222,223,224,225,226,227,228,229,230,231,232,233,234,235,236,237,238,239,240,241,242,243,244,245,246,247,248,249,250,251,252,253,254,255,256,257,258,259,260,261,262,263,264,265,266,267,268,269,270,271,272,273,274,275,276,277,278,279,280,281,282,283,284,285,286,287,288,289,290,291,292,293,294,295,296,297,298,299]}}',NULL,X'263B3D055AEF48B5799F1D96D8DB2599B9515AF8AFE15B79C998C3191D1E9148');
INSERT INTO "events" VALUES(2,2,'Odd',1,'{ "a" : 1, "a":2 }',NULL,X'1C617D403A4309A4E0542B78D88397665792254827883598D5D5BDD3DD8D4215');
INSERT INTO "events" VALUES(2,3,'Odd',1,'[]',NULL,X'0E8A3FDFCC1B43BBBEA5DA3B63EA77B43014E66069D2AFA4ADEE6814A2028442');
INSERT INTO "events" VALUES(2,4,'Odd',1,'"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"',NULL,X'9B6509209CB8C423743CAB714B6240418815147E3CB57C48F315000F5018C527');
INSERT INTO "events" VALUES(2,5,'ChoiceDue',1,'{"seat":"ana","choice":"turn"}',NULL,X'52F81566FD7572C3E336E31A292D6BC8725610B861AB193B0F376F25D095C5D1');
INSERT INTO "events" VALUES(2,6,'Odd',1,'{ "long" : "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy" }',NULL,X'B4DDA9FA016ACC5D89302C277A13928192D17EBB44004A866423F5E0AD0E936D');
INSERT INTO "events" VALUES(2,7,'GameForked',1,'{"parent":"first"}',NULL,X'CC202197DBB2D75FC22CC8795C52E5D28E7740328006E2FBE04AE0CF43E90A08');
CREATE TABLE games (
        key INTEGER PRIMARY KEY,
        game TEXT NOT NULL UNIQUE
    );
INSERT INTO "games" VALUES(1,'first');
INSERT INTO "games" VALUES(2,'second');
CREATE TABLE secrets (
        game INTEGER NOT NULL REFERENCES games (key),
        seq INTEGER NOT NULL,
        seed BLOB NOT NULL,
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID
    ;
INSERT INTO "secrets" VALUES(1,1,X'3131313131313131313131313131313131313131313131313131313131313131');
INSERT INTO "secrets" VALUES(2,1,X'3232323232323232323232323232323232323232323232323232323232323232');
INSERT INTO "secrets" VALUES(2,7,X'3333333333333333333333333333333333333333333333333333333333333333');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX commands_by_id ON commands (game, command_id);
CREATE TRIGGER games_refuse_insert BEFORE INSERT ON games WHEN EXISTS (SELECT 1 FROM games WHERE key = NEW.key OR game = NEW.game)
        BEGIN SELECT RAISE(ABORT, 'the log only grows at its end'); END;
CREATE TRIGGER games_refuse_update BEFORE UPDATE ON games 
        BEGIN SELECT RAISE(ABORT, 'the log only grows at its end'); END;
CREATE TRIGGER games_refuse_delete BEFORE DELETE ON games 
        BEGIN SELECT RAISE(ABORT, 'the log only grows at its end'); END;
CREATE TRIGGER commands_refuse_insert BEFORE INSERT ON commands WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE game = NEW.game)
        BEGIN SELECT RAISE(ABORT, 'the log only grows at its end'); END;
CREATE TRIGGER commands_refuse_update BEFORE UPDATE ON commands 
        BEGIN SELECT RAISE(ABORT, 'the log only grows at its end'); END;
CREATE TRIGGER commands_refuse_delete BEFORE DELETE ON commands 
        BEGIN SELECT RAISE(ABORT, 'the log only grows at its end'); END;
CREATE TRIGGER events_refuse_insert BEFORE INSERT ON events WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE game = NEW.game)
        BEGIN SELECT RAISE(ABORT, 'the log only grows at its end'); END;
CREATE TRIGGER events_refuse_update BEFORE UPDATE ON events 
        BEGIN SELECT RAISE(ABORT, 'the log only grows at its end'); END;
CREATE TRIGGER events_refuse_delete BEFORE DELETE ON events 
        BEGIN SELECT RAISE(ABORT, 'the log only grows at its end'); END;
CREATE TRIGGER secrets_refuse_insert BEFORE INSERT ON secrets WHEN EXISTS (SELECT 1 FROM secrets WHERE game = NEW.game AND seq >= NEW.seq)
        BEGIN SELECT RAISE(ABORT, 'the log only grows at its end'); END;
CREATE TRIGGER secrets_refuse_update BEFORE UPDATE ON secrets 
        BEGIN SELECT RAISE(ABORT, 'the log only grows at its end'); END;
CREATE TRIGGER secrets_refuse_delete BEFORE DELETE ON secrets 
        BEGIN SELECT RAISE(ABORT, 'the log only grows at its end'); END;
CREATE VIEW log AS
    SELECT games.game, events.seq, commands.seq AS cause,
           strftime('%Y-%m-%d %H:%M:%f', commands.recorded_at / 1000.0, 'unixepoch') AS recorded_at,
           commands.seat, commands.text AS command, events.type, events.version, events.data,
           events.visible_to, commands.command_id, lower(hex(events.seal)) AS seal
    FROM events
    JOIN games ON games.key = events.game
    JOIN commands ON commands.game = events.game AND commands.seq = (
        SELECT max(seq) FROM commands WHERE game = events.game AND seq <= events.seq
    );
COMMIT;
PRAGMA application_id = 1668444014;
PRAGMA user_version = 1;

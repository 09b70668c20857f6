// Validates one document several times with Xerces-C and prints the CPU seconds of each pass.
// usage: xerces SCHEMA DOCUMENT ROUNDS
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <xercesc/framework/MemBufInputSource.hpp>
#include <xercesc/framework/XMLGrammarPoolImpl.hpp>
#include <xercesc/sax2/DefaultHandler.hpp>
#include <xercesc/sax2/SAX2XMLReader.hpp>
#include <xercesc/sax2/XMLReaderFactory.hpp>
#include <xercesc/util/PlatformUtils.hpp>
#include <xercesc/util/XMLUni.hpp>
using namespace xercesc;

struct Count : DefaultHandler {
    long errors = 0;
    void error(const SAXParseException&) override { errors++; }
    void fatalError(const SAXParseException&) override { errors++; }
};

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    XMLPlatformUtils::Initialize();
    XMLGrammarPoolImpl pool;
    Count count;
    SAX2XMLReader* reader = XMLReaderFactory::createXMLReader(XMLPlatformUtils::fgMemoryManager, &pool);
    reader->setFeature(XMLUni::fgSAX2CoreValidation, true);
    reader->setFeature(XMLUni::fgXercesSchema, true);
    reader->setFeature(XMLUni::fgXercesUseCachedGrammarInParse, true);
    reader->setFeature(XMLUni::fgXercesIdentityConstraintChecking, true);
    reader->setErrorHandler(&count);
    if (!reader->loadGrammar(argv[1], Grammar::SchemaGrammarType, true)) return 3;
    std::ifstream file(argv[2], std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    for (int round = atoi(argv[3]); round > 0; round--) {
        clock_t start = clock();
        MemBufInputSource source((const XMLByte*)text.data(), text.size(), "document");
        reader->parse(source);
        printf("%.4f\n", double(clock() - start) / CLOCKS_PER_SEC);
    }
    delete reader;
    return count.errors ? 1 : 0;
}
